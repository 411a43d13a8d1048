; A call is a command with a written name, whether a function of this file, a builtin or a program.

(comment) @lead

(function_definition name: (_) @name body: (_) @body) @definition.function

(declaration_command "readonly" [(variable_assignment name: (variable_name) @name) (variable_name) @name]) @definition.constant
(declaration_command
  ["declare" "typeset"]
  (word) @_flags
  [(variable_assignment name: (variable_name) @name) (variable_name) @name]
  (#match? @_flags "^-[A-Za-z]*r")) @definition.constant

(command name: (command_name (word) @call.name) (#not-any-of? @call.name "source" "."))

(command
  name: (command_name (word) @import.bare)
  . argument: [(word) @import.module (string) @import.module (raw_string) @import.module (concatenation) @import.module]
  (#any-of? @import.bare "source" "."))
