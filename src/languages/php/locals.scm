; PHP

(namespace_definition name: (_) @package)
(class_declaration body: (declaration_list) @scope.type)
(trait_declaration body: (declaration_list) @scope.type)
(interface_declaration body: (declaration_list) @scope.type)
(enum_declaration body: (enum_declaration_list) @scope.type)
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @function
(function_definition return_type: (_) @result) @function
(method_declaration return_type: (_) @result) @function
(return_statement (_) @return)
(arrow_function body: (_) @return)

(simple_parameter !type name: (variable_name) @parameter default_value: (_)? @optional)
(simple_parameter type: (_) @type name: (variable_name) @parameter default_value: (_)? @optional)
(variadic_parameter name: (variable_name) @parameter @each)
(property_promotion_parameter type: (_)? @type name: (variable_name) @parameter default_value: (_)? @optional)
(property_promotion_parameter type: (_) @type name: (variable_name) @field)
(property_declaration type: (_) @type (property_element name: (variable_name) @field))
(property_declaration !type (property_element name: (variable_name) @field default_value: (_)? @value))
(assignment_expression left: (variable_name) @local right: (_) @value)
(assignment_expression left: (member_access_expression object: (variable_name) @_this name: (name) @field) right: (_) @value
  (#eq? @_this "$this"))
(foreach_statement . (_) @element . (variable_name) @local)
(foreach_statement . (_) @element . (pair (_) . (variable_name) @local))
(foreach_statement . (_) . (pair . (variable_name) @local))
(catch_clause type: (type_list . (_) @type .) name: (variable_name) @local)
(catch_clause type: (type_list . (_) . (_)) name: (variable_name) @local)
(list_literal (variable_name) @local)
(anonymous_function_use_clause (variable_name) @keyword)

((variable_name) @self (#eq? @self "$this"))
((relative_scope) @super (#eq? @super "parent"))
(relative_scope) @self
(member_call_expression object: (_) @inner name: (name) @property arguments: (arguments (argument (_) @item .)*)) @invoke
(nullsafe_member_call_expression object: (_) @inner name: (name) @property arguments: (arguments (argument (_) @item .)*)) @invoke
(scoped_call_expression scope: (_) @inner name: (name) @property arguments: (arguments (argument (_) @item .)*)) @invoke
(member_access_expression object: (_) @inner name: (name) @property) @member
(nullsafe_member_access_expression object: (_) @inner name: (name) @property) @member
(scoped_property_access_expression scope: (_) @inner name: (variable_name (name) @property)) @member
(class_constant_access_expression . (_) @inner . (name) @property) @member
(function_call_expression function: (_) @inner arguments: (arguments (argument (_) @item .)*)) @call
(object_creation_expression . [(name) (qualified_name) (variable_name)] @inner (arguments (argument (_) @item .)*)?) @new
(subscript_expression . (_) @inner) @index
(parenthesized_expression (_) @inner) @same
(conditional_expression body: (_) @item alternative: (_) @item) @either
(binary_expression left: (_) @item operator: "??" right: (_) @item) @either
(binary_expression operator: ["==" "===" "!=" "!==" "<" ">" "<=" ">=" "&&" "||" "instanceof"]) @literal.bool
(binary_expression operator: ".") @literal.string
(assignment_expression right: (_) @inner) @same
(clone_expression (_) @inner) @same
[(string) (encapsed_string) (heredoc)] @literal.string
[(integer) (float)] @literal.int
(boolean) @literal.bool
(array_creation_expression) @literal.array
(null) @nothing

(named_type (_) @inner) @same
(optional_type (_) @inner) @same
(union_type (_)* @item) @either
(primitive_type) @literal.primitive
(qualified_name prefix: (namespace_name (name) @inner .) (name) @property) @name
(type_list (_) @inner) @same

; Callables: [$object, 'name'], [Class::class, 'name'], and names of functions where the library takes one.
(array_creation_expression .
  (array_element_initializer . (class_constant_access_expression . (_) @inner . (name) @_class) .) .
  (array_element_initializer . [(string (string_content) @quoted) (encapsed_string . (string_content) @quoted .)] .) .
  (#eq? @_class "class"))
(array_creation_expression .
  (array_element_initializer . [(variable_name) (member_access_expression)] @inner .) .
  (array_element_initializer . [(string (string_content) @quoted) (encapsed_string . (string_content) @quoted .)] .) .)
(function_call_expression function: (name) @_function
  arguments: (arguments (argument . [(string (string_content) @quoted) (encapsed_string . (string_content) @quoted .)] .))
  (#match? @_function "^(?:array_(?:map|filter|reduce|walk(?:_recursive)?|u(?:diff|intersect).*|(?:diff|intersect)_u.*)|u[ak]?sort|(?:call_user_func|forward_static_call)(?:_array)?|is_callable|iterator_apply|ob_start|preg_replace_callback|register_.*|set_.*_handler|spl_autoload_register|add_(?:action|filter|shortcode))$"))
