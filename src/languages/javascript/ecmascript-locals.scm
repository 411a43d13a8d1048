; Shared by JavaScript and TypeScript.

(statement_block) @scope
[(for_statement) (for_in_statement) (catch_clause)] @scope
(class_body) @scope.type
[(function_declaration) (generator_function_declaration) (function_expression) (generator_function) (arrow_function) (method_definition)] @function

(return_statement (_) @return)
(arrow_function body: (_) @return)

(variable_declarator name: (identifier) @local value: (_)? @value)
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @local @picked) value: (_) @value)
(variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @picked))
  value: (_) @value)
(variable_declarator name: (object_pattern (pair_pattern key: (_) @picked value: (identifier) @local)) value: (_) @value)
(variable_declarator name: (object_pattern (rest_pattern (identifier) @local)))
(variable_declarator name: (array_pattern (_)* @local) @part value: (_) @value)
(assignment_expression left: (identifier) @local right: (_) @value)
(for_in_statement left: (identifier) @local operator: "of" right: (_) @element)
(for_in_statement left: (identifier) @local operator: "in")
(for_in_statement left: (array_pattern (identifier) @local) @part)
(for_in_statement left: (object_pattern (shorthand_property_identifier_pattern) @local))
(catch_clause parameter: (identifier) @local)
(catch_clause parameter: (object_pattern (shorthand_property_identifier_pattern) @local))
(arrow_function parameter: (identifier) @parameter)

(assignment_expression left: (member_expression object: (this) property: (_) @field) right: (_) @value)
(assignment_expression left: (member_expression object: (_) @owner property: (_) @field) right: (_) @value)
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) @commonjs right: (_) @default
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression left: (identifier) @_exports right: (assignment_expression
  left: (member_expression object: (identifier) @_module property: (_) @_name) @commonjs right: (_) @default)
  (#eq? @_exports "exports") (#eq? @_module "module") (#eq? @_name "exports"))
(export_statement "default" declaration: (_) @default)
(export_statement "default" value: (_) @default)

(member_expression object: (_) @inner property: [(property_identifier) (private_property_identifier)] @property) @member
(call_expression function: (_) @inner arguments: (arguments (_)* @item)) @call
(call_expression function: (_) @inner arguments: (template_string)) @call
(new_expression constructor: (_) @inner arguments: (arguments (_)* @item)? ) @new
(subscript_expression object: (_) @inner index: (_) @item) @index
(parenthesized_expression (_) @inner) @same
(await_expression (_) @inner) @await
(ternary_expression consequence: (_) @item alternative: (_) @item) @either
(binary_expression left: (_) @item operator: ["||" "??"] right: (_) @item) @either
(binary_expression operator: "&&" right: (_) @inner) @same
(binary_expression operator: ["===" "!==" "==" "!=" "<" ">" "<=" ">=" "instanceof" "in"]) @literal.bool
(binary_expression operator: ["+" "-" "*" "/" "%" "**" "&" "|" "^" "<<" ">>" ">>>"]) @literal.number
(unary_expression) @literal.value
(assignment_expression right: (_) @inner) @same
(sequence_expression (_) @inner .) @same
[(true) (false)] @literal.bool
(number) @literal.number
[(string) (template_string)] @literal.str
(regex) @literal.RegExp
(array) @literal.Array
[(null) (undefined)] @nothing
(this) @self
(super) @super
(object) @record
(object (pair key: [(property_identifier) (string) (number)] @key value: (_) @value)) @record
(object (shorthand_property_identifier) @key @value) @record
(object (method_definition name: [(property_identifier) (string)] @key) @value) @record
(object (spread_element (_) @value)) @record
