(class_specifier body: (field_declaration_list) @scope.type)
[(for_range_loop) (catch_clause) (if_statement)] @scope
(lambda_expression) @function
(function_definition) @function
(field_declaration type: (_) @result declarator: (function_declarator)) @function
(field_declaration type: (_) @result declarator: (pointer_declarator declarator: (function_declarator))) @function
(field_declaration type: (_) @result declarator: (reference_declarator (function_declarator))) @function
(declaration type: (_) @result declarator: (reference_declarator (function_declarator))) @function

(parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @parameter))
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (reference_declarator (identifier) @parameter)))
(optional_parameter_declaration type: (_) @type declarator: [
  (identifier) @parameter
  (pointer_declarator declarator: (identifier) @parameter)
  (reference_declarator (identifier) @parameter)
] default_value: (_) @optional)
(variadic_parameter_declaration type: (_) @type declarator: (_ (identifier) @parameter) @rest)
(declaration type: (_) @type declarator: (reference_declarator (identifier) @local))
(declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (identifier) @local) value: (_) @value))
(condition_clause value: (declaration type: (_) @type declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)] value: (_) @value))
(for_range_loop type: (_) @type declarator: [
  (identifier) @local
  (reference_declarator (identifier) @local)
  (pointer_declarator declarator: (identifier) @local)
] right: (_) @element)
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @field))
(alias_declaration name: (type_identifier) @alias type: (_) @type)
(type_parameter_declaration (type_identifier) @typevar)
(optional_type_parameter_declaration name: (type_identifier) @typevar)

(field_expression argument: (_) @inner field: (template_method name: (_) @property)) @member
(qualified_identifier name: (qualified_identifier) @inner) @same
(qualified_identifier scope: (_) @inner name: [(identifier) (type_identifier)] @property) @member
(qualified_identifier scope: (_) @inner name: (template_function name: (_) @property)) @member
(qualified_identifier scope: (_) name: (template_type) @inner) @same
(call_expression function: (template_function name: (identifier) @_cast arguments: (template_argument_list . (type_descriptor) @inner))
  (#match? @_cast "_cast$")) @cast
(new_expression type: (_) @inner arguments: (argument_list (_)* @item)?) @new
(template_function name: (_) @inner) @generic
(template_type name: (_) @inner arguments: (template_argument_list (type_descriptor)* @item)) @generic
(this) @self
(placeholder_type_specifier) @literal.auto
(decltype) @literal.auto
(class_specifier name: (_) @property) @name
