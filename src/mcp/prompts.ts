/** Prompts of the protocol: the three jobs that people give most often, told in terms of the tools that are offered. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { didYouMean } from "../settings/settings.ts";
import type { Host } from "./tool.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

interface Job {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly subject: PromptArgument;
  /** Tools in the order of their use, each with what to do with it. */
  readonly steps: readonly (readonly [tool: string, step: string])[];
  /** What the user asks for, before the steps. */
  ask(subject: string): string;
  /** What the answer holds. */
  readonly answer: string;
}

const FOLDER: PromptArgument = {
  name: "directory",
  description: "Absolute folder to look in; default: the workspace root",
  required: false,
};

const JOBS: readonly Job[] = [
  {
    name: "find_where",
    title: "Find where",
    description: "Find where something is done, defined or written.",
    subject: { name: "what", description: "What to find: words, a symbol, a question", required: true },
    ask: (what) => `Find where this is: ${what}`,
    steps: [
      ["find_symbol", "If it is the name of a symbol, call find_symbol with that name first."],
      ["cirurgic_search", "If it is code, call cirurgic_search with the question in one sentence."],
      [
        "search_repo_context",
        "If several keywords describe it, call search_repo_context with two to five specific ones.",
      ],
      ["search_files", "If it may stand in notes or documents, call search_files with its most specific words."],
      ["rag_search", "If nobody knows its words, call rag_search with a plain sentence."],
    ],
    answer: "Answer with the places as path:line, the most likely one first, and one sentence about each.",
  },
  {
    name: "explain_how",
    title: "Explain how",
    description: "Explain how something works, from the code as it is now.",
    subject: { name: "question", description: "What to explain", required: true },
    ask: (question) => `Explain from the source: ${question}`,
    steps: [
      ["cirurgic_search", "Call cirurgic_search with the question and depth 1, which adds callers and callees."],
      [
        "search_focused_context",
        "For whole definitions that are missing, call search_focused_context with keywords or with the query_id of search_repo_context.",
      ],
      ["find_references", "Follow what is called with find_references and direction callees."],
      ["read_file", "Read a file with read_file only where its lines are not shown yet."],
      ["rag_search", "For what documents say about it, call rag_search with a plain sentence."],
    ],
    answer: "Answer step by step, each step with its path:line. Say what the source does not show.",
  },
  {
    name: "who_uses",
    title: "Who uses",
    description: "Find everything that uses a symbol, as before a change of it.",
    subject: {
      name: "symbol",
      description: "Function, method, class or constant: parseHeader, Engine.run",
      required: true,
    },
    ask: (symbol) => `Find everything that uses this symbol: ${symbol}`,
    steps: [
      ["find_symbol", "Call find_symbol for its definition; where there are several, say which one is meant."],
      ["find_references", "Call find_references with direction callers and depth 2."],
      [
        "search_repo_context",
        "Uses in strings, settings and documents are no calls: call search_repo_context with the name and match_mode identifier.",
      ],
      ["search_files", "Call search_files with the name for uses in the user's documents."],
    ],
    answer: "Answer with a list of path:line, certain uses apart from possible ones, and what a change would touch.",
  },
];

/** The jobs for which at least one tool is offered. */
export function promptsOf(host: Host) {
  return jobsOf(host).map(({ name, title, description, subject }) => {
    return { name, title, description, arguments: argumentsOf(subject, host) };
  });
}

/** Throws a ProtocolError that names what is wrong. */
export function promptNamed(name: string, given: Readonly<Record<string, string>>, host: Host) {
  const jobs = jobsOf(host);
  const job = jobs.find((each) => each.name === name);
  if (job === undefined) {
    const names = jobs.map((each) => each.name);
    throw invalid(
      `Unknown prompt ${JSON.stringify(name.slice(0, 100).toWellFormed())}. ` +
        (didYouMean(name.slice(0, 100), names) || `Prompts are: ${names.join(", ")}.`),
    );
  }
  const known = argumentsOf(job.subject, host).map((argument) => argument.name);
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown !== undefined) {
    throw invalid(
      `unknown argument ${JSON.stringify(unknown.slice(0, 100).toWellFormed())}. Arguments are: ${known.join(", ")}.`,
    );
  }
  const subject = given[job.subject.name]?.trim() ?? "";
  if (subject === "") throw invalid(`${job.subject.name} is missing: ${job.subject.description}`);
  const directory = given.directory?.trim() ?? "";
  const offered = namesOf(host);
  const steps = job.steps.flatMap(([tool, step]) => (offered.has(tool) ? [`- ${step}`] : []));
  const where = directory === "" ? [] : [`Look in ${directory}: give it as directory (cirurgic_search: workspace).`];
  const text = [job.ask(subject), ...where, ...steps, job.answer].join("\n");
  return {
    description: job.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  };
}

function jobsOf(host: Host): readonly Job[] {
  const offered = namesOf(host);
  return JOBS.filter(({ steps }) => steps.some(([tool]) => offered.has(tool)));
}

function argumentsOf(subject: PromptArgument, { tools }: Host): PromptArgument[] {
  const hasLive = tools.some(({ group }) => group === "context" || group === "code");
  return hasLive ? [subject, FOLDER] : [subject];
}

function namesOf({ tools }: Host): ReadonlySet<string> {
  return new Set(tools.map(({ name }) => name));
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
