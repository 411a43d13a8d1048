/** Fifteen things that agents do, on Flask and what it stands on, and on this repository's own documents: what they ask, and the right lines. */

export interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface AgentTask {
  readonly job: "find" | "read" | "follow" | "index" | "documents";
  readonly asks: string;
  /** The calls of an agent that knows the tools, in order; it stops when it has seen the right line. */
  readonly calls: readonly Call[];
  /** What stands on the right line; of a call, what is called. */
  readonly right: string;
  /** End of the path of the file with the right line. */
  readonly file: string;
  /** What somebody would give to grep, a regular expression. */
  readonly pattern: string;
  /** Tokens that the answers may take until then. */
  readonly budget: number;
}

export interface Places {
  readonly code: string;
  readonly documents: string;
}

export function agentTasks({ code, documents }: Places): readonly AgentTask[] {
  const find = (query: string, max_tokens = 2000): Call => {
    return { tool: "cirurgic_search", arguments: { query, workspace: code, max_tokens } };
  };
  const callers = (name: string, more = {}): Call => {
    return { tool: "find_references", arguments: { name, directory: code, ...more } };
  };
  const symbol = (name: string): Call => ({ tool: "find_symbol", arguments: { name, directory: code } });
  const outline = (path: string): Call => ({ tool: "find_symbol", arguments: { path, directory: code } });
  const read = (path: string, start_line: number, end_line: number): Call => {
    return { tool: "read_file", arguments: { path, directory: code, start_line, end_line } };
  };
  const index: Call = { tool: "rag_index", arguments: { path: documents } };
  return [
    {
      job: "find",
      asks: "where is the session cookie written to the response",
      // The first answer names set_cookie; who calls it is the second question.
      calls: [find("where is the session cookie written to the response"), callers("set_cookie")],
      right: "response.set_cookie",
      file: "flask/sessions.py",
      pattern: "set_cookie",
      budget: 3000,
    },
    {
      job: "find",
      asks: "how is configuration read from environment variables with a prefix",
      // The first answer leads to flask/config.py; its outline is the second question.
      calls: [find("how is configuration read from environment variables with a prefix"), outline("flask/config.py")],
      right: "def from_prefixed_env(",
      file: "flask/config.py",
      pattern: "environ",
      budget: 3000,
    },
    {
      job: "find",
      asks: "which code says that one works outside of application context",
      calls: [find("Working outside of application context")],
      right: "Working outside of application context.",
      file: "flask/globals.py",
      pattern: "outside of application context",
      budget: 2000,
    },
    {
      job: "find",
      asks: "where are passwords hashed",
      calls: [find("where are passwords hashed with a salt")],
      right: "def generate_password_hash(",
      file: "werkzeug/security.py",
      pattern: "password.*hash",
      budget: 2000,
    },
    {
      job: "find",
      asks: "which files have to do with teardown of the application context",
      calls: [
        {
          tool: "search_repo_context",
          arguments: {
            keywords: ["teardown_appcontext", "do_teardown_appcontext"],
            directory: code,
            max_files: 4,
            max_snippets: 4,
            max_total_lines: 120,
          },
        },
        {
          tool: "search_focused_context",
          arguments: { keywords: ["teardown_appcontext"], directory: code, max_blocks: 3, max_total_lines: 120 },
        },
      ],
      right: "def do_teardown_appcontext(",
      file: "flask/app.py",
      pattern: "teardown_appcontext",
      budget: 3000,
    },
    {
      job: "read",
      asks: "the body of safe_join",
      calls: [symbol("safe_join"), read("werkzeug/security.py", 149, 223)],
      right: "return posixpath.join(*parts)",
      file: "werkzeug/security.py",
      pattern: "def safe_join",
      budget: 1500,
    },
    {
      job: "read",
      asks: "how the default of a debug helper in the environment is read",
      calls: [symbol("get_debug_flag"), read("flask/helpers.py", 25, 50)],
      right: 'val = os.environ.get("FLASK_DEBUG")',
      file: "flask/helpers.py",
      pattern: "def get_debug_flag",
      budget: 1500,
    },
    {
      job: "read",
      asks: "what flask/sansio/blueprints.py defines",
      calls: [outline("flask/sansio/blueprints.py")],
      right: "def record_once(self",
      file: "flask/sansio/blueprints.py",
      pattern: "def ",
      budget: 3000,
    },
    {
      job: "follow",
      asks: "who calls full_dispatch_request",
      calls: [callers("full_dispatch_request")],
      right: "self.full_dispatch_request",
      file: "flask/app.py",
      pattern: "full_dispatch_request\\(",
      budget: 1500,
    },
    {
      job: "follow",
      asks: "what wsgi_app calls",
      calls: [callers("Flask.wsgi_app", { direction: "callees" })],
      right: "self.handle_exception",
      file: "flask/app.py",
      pattern: "def wsgi_app",
      budget: 3000,
    },
    {
      job: "follow",
      asks: "from where process_response is reached, two steps back",
      calls: [callers("process_response", { depth: 2 })],
      right: "self.finalize_request",
      file: "flask/app.py",
      pattern: "process_response\\(|finalize_request\\(",
      budget: 3000,
    },
    {
      job: "index",
      asks: "index the documents and see that they are there",
      calls: [index, { tool: "rag_status", arguments: {} }],
      right: '"documents":',
      file: "",
      pattern: "",
      budget: 1000,
    },
    {
      job: "documents",
      asks: "what happens to the index when the process is killed",
      calls: [
        { tool: "rag_search", arguments: { query: "what happens to the store when the process is killed", limit: 5 } },
      ],
      right: "kill -9",
      file: "docs/security.md",
      pattern: "kill",
      budget: 4000,
    },
    {
      job: "documents",
      asks: "which option changes the port of the server",
      calls: [{ tool: "rag_search", arguments: { query: "port of the HTTP transports", limit: 5 } }],
      right: "--port N",
      file: "docs/mcp.md",
      pattern: "port",
      budget: 4000,
    },
    {
      job: "documents",
      asks: "how long a prompt of another program is waited for when the store is locked",
      calls: [
        { tool: "rag_search", arguments: { query: '"locked" another qsearch writes to the same index', limit: 5 } },
      ],
      right: "`locked` means",
      file: "docs/guide.md",
      pattern: "locked",
      budget: 4000,
    },
  ];
}
