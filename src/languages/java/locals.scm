; Java

(package_declaration (_) @package)
[(block) (for_statement) (enhanced_for_statement) (catch_clause) (try_with_resources_statement) (switch_block_statement_group) (switch_rule)] @scope
[(class_body) (interface_body) (enum_body) (record_declaration) (annotation_type_body)] @scope.type
[(method_declaration) (constructor_declaration) (lambda_expression) (compact_constructor_declaration)] @function
(method_declaration type: (_) @result) @function
(return_statement (_) @return)
(lambda_expression body: (_) @return)

(formal_parameter type: (_) @type name: (identifier) @parameter)
(spread_parameter (_) @type (variable_declarator name: (identifier) @parameter @rest))
(lambda_expression parameters: (identifier) @parameter)
(inferred_parameters (identifier) @parameter @each)
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @field)))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @local value: (_)? @value))
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @local value: (_)? @value))
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @local value: (_)? @value))
(enhanced_for_statement type: (_) @type name: (identifier) @local value: (_) @element)
(catch_formal_parameter (catch_type) @type name: (identifier) @local)
(resource type: (_) @type name: (identifier) @local value: (_) @value)
(instanceof_expression right: (_) @type name: (identifier) @local)
(type_pattern (_) @type (identifier) @local)
(assignment_expression left: (field_access object: (this) field: (identifier) @field) right: (_) @value)
(type_parameter (type_identifier) @typevar (type_bound . (_) @type)?)

(method_invocation object: (_) @inner name: (identifier) @property arguments: (argument_list (_)* @item)) @invoke
(method_invocation !object name: (identifier) @property arguments: (argument_list (_)* @item)) @invoke
(field_access object: (_) @inner field: (identifier) @property) @member
(method_reference . (_) @inner "::" . (identifier) @property) @member
(object_creation_expression type: (_) @inner arguments: (argument_list (_)* @item)) @new
(array_access array: (_) @inner index: (_) @item) @index
(array_creation_expression type: (_) @item) @list
(parenthesized_expression (_) @inner) @same
(cast_expression type: (_) @inner) @cast
(ternary_expression consequence: (_) @item alternative: (_) @item) @either
(assignment_expression right: (_) @inner) @same
(class_literal) @literal.Class
(binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal.boolean
(binary_expression operator: "+") @literal.String
(string_literal) @literal.String
[(decimal_integer_literal) (decimal_floating_point_literal) (hex_integer_literal) (character_literal)] @literal.int
[(true) (false) (instanceof_expression) (unary_expression)] @literal.boolean
(null_literal) @nothing
(this) @self
(super) @super

(generic_type . (_) @inner (type_arguments (_)* @item)) @generic
(scoped_type_identifier (_) @inner . (type_identifier) @property .) @member
(array_type element: (_) @item) @list
(annotated_type (_) @inner .) @same
(wildcard (_) @inner) @same
(catch_type . (_) @inner .) @same
[(integral_type) (floating_point_type) (boolean_type)] @literal.int
(void_type) @nothing
