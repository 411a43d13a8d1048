/** Go's grammar requires each part of a declaration group on its own line: line breaks replace the semicolons. */
export function withGroupsInLines(text: string): string {
  return text.replace(/\b(?:const|var|import|type)\s*\([^()\n]*\s\)/g, (group) =>
    group.replaceAll(";", "\n").replace(/\s\)$/, "\n)"),
  );
}
