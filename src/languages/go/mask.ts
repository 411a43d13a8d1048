/** Go's grammar wants the parts of a group of declarations in lines of their own: line breaks stand for the signs between them. */
export function withGroupsInLines(text: string): string {
  return text.replace(/\b(?:const|var|import|type)\s*\([^()\n]*\s\)/g, (group) =>
    group.replaceAll(";", "\n").replace(/\s\)$/, "\n)"),
  );
}
