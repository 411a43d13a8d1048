; C#

[(namespace_declaration name: (_) @package) (file_scoped_namespace_declaration name: (_) @package)]
[(block) (foreach_statement) (for_statement) (using_statement) (catch_clause) (switch_section) (switch_expression_arm) (if_statement)] @scope
(class_declaration body: (declaration_list) @scope.type)
(struct_declaration body: (declaration_list) @scope.type)
(interface_declaration body: (declaration_list) @scope.type)
(record_declaration body: (declaration_list) @scope.type)
[(method_declaration) (constructor_declaration) (lambda_expression) (anonymous_method_expression) (local_function_statement) (operator_declaration) (accessor_declaration)] @function
(method_declaration returns: (_) @result) @function
(local_function_statement type: (_) @result) @function
(return_statement (_) @return)
(lambda_expression body: (_) @return)
(arrow_expression_clause (_) @return)

(parameter type: (_) @type name: (identifier) @parameter)
(parameter type: (_) @type name: (identifier) @parameter (_) @optional .)
(parameter !type name: (identifier) @parameter)
(parameter_list type: (_) @type name: (identifier) @parameter @rest)
(implicit_parameter) @parameter
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @field)))
(class_declaration (parameter_list (parameter type: (_) @type name: (identifier) @field)))
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . (_)? @value))
(variable_declaration type: (_) (variable_declarator (tuple_pattern name: (identifier)+ @local) (_) @value)) @part
(property_declaration type: (_) @type name: (identifier) @field)
(foreach_statement type: (_) @type left: (identifier) @local right: (_) @element)
(catch_declaration type: (_) @type name: (identifier) @local)
(declaration_pattern type: (_) @type name: (identifier) @local)
(declaration_expression type: (_) @type name: (identifier) @local)
(assignment_expression left: (member_access_expression expression: "this" name: (identifier) @field) right: (_) @value)
(type_parameter name: (identifier) @typevar)
(type_parameter_constraints_clause (identifier) @typevar . (type_parameter_constraint type: (_) @type))

(member_access_expression expression: [(_) "this" "base"] @inner
  name: [(identifier) @property (generic_name (identifier) @property)]) @member
(conditional_access_expression condition: (_) @inner
  (member_binding_expression name: [(identifier) @property (generic_name (identifier) @property)])) @member
(conditional_access_expression condition: (_) (invocation_expression) @inner) @same
(invocation_expression function: (_) @inner arguments: (argument_list (argument (_) @item .)*)) @call
(object_creation_expression type: (_) @inner arguments: (argument_list (argument (_) @item .)*)?) @new
(element_access_expression expression: (_) @inner) @index
(parenthesized_expression (_) @inner) @same
(await_expression (_) @inner) @await
(cast_expression type: (_) @inner) @cast
(as_expression right: (_) @inner) @cast
(is_expression) @literal.bool
(is_pattern_expression) @literal.bool
(typeof_expression) @literal.Type
(conditional_expression consequence: (_) @item alternative: (_) @item) @either
(binary_expression left: (_) @item operator: "??" right: (_) @item) @either
(binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal.bool
(assignment_expression right: (_) @inner) @same
(postfix_unary_expression (_) @inner) @same
[(string_literal) (interpolated_string_expression) (verbatim_string_literal) (raw_string_literal)] @literal.string
[(integer_literal) (real_literal)] @literal.int
(boolean_literal) @literal.bool
(null_literal) @nothing
"this" @self
"base" @super

(generic_name (identifier) @inner (type_argument_list (_)* @item)) @generic
(qualified_name qualifier: (_) @inner name: [(identifier) @property (generic_name (identifier) @property)]) @member
(nullable_type type: (_) @inner) @same
(array_type type: (_) @item) @list
(tuple_type (tuple_element type: (_) @item)) @tuple
(ref_type type: (_) @inner) @same
(predefined_type) @literal.primitive
