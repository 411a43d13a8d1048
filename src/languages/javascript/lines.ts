import { C_LIKE } from "../base-lines.ts";
import type { LineRules, Syntax } from "../types.ts";

export const SCRIPT_SYNTAX: Syntax = {
  ...C_LIKE,
  quotes: "\"'",
  characters: false,
  templates: true,
  regularExpressions: true,
};

export const lines: LineRules = {
  definitions: {
    outer:
      /(?:export\s+(?:default\s+)?)?(?:declare\s+)?(?:(?:abstract\s+|async\s+|const\s+(?=enum))*(?:function\b\s*\*?|class\b|interface\b|enum\b|type\b|namespace\b|module\b)\s*([\w$]+)|(?:const|let|var)\s+([\w$]+)(?:\s*:[^=\n]{0,200})?\s*=\s*(?:async\s+)?(?:function\b|class\b|\([^\n]{0,300}=>|[\w$]+\s*=>))|export\s+(?:const|let|var)\s+([\w$]+)|(?:module\.)?(?:[\w$]+\.){1,4}([\w$]+)\s*=\s*(?:async\s+)?(?:function\b|class\b)/y,
    inner:
      /(?:(?:public|private|protected|static|async|get|set|override|abstract)\s+)*(?:\*\s{0,8})?(?!(?:if|for|while|switch|catch|return|function|else|do|with|new|await|super|typeof)\b)([#\w$]+)\s*(?:<[^\n(]{0,100}>)?\((?:(?!function|=>)[^\n]){0,300}\)(?:\s*:[^\n{]{1,100})?\s*\{/y,
    innerOpensBlock: true,
    outerLineEnds: true,
  },
  syntax: SCRIPT_SYNTAX,
  standsIn: true,
};
