; Kotlin

(package_header (qualified_identifier) @package)
[(block) (for_statement) (catch_block) (when_entry)] @scope
[(class_body) (enum_class_body)] @scope.type
[(function_declaration) (lambda_literal) (anonymous_function) (secondary_constructor) (getter) (setter)] @function
(function_declaration (function_value_parameters) . [(user_type) (nullable_type) (function_type)] @result) @function
(function_declaration (function_body . (_) @return))
(function_body (block (return_expression (_) @return)))
(return_expression (_) @return)
(lambda_literal (_) @return .)

(function_value_parameters (parameter . (identifier) @parameter (_) @type))
(class_parameter (identifier) @field . (_) @type)
(lambda_parameters (variable_declaration . (identifier) @parameter . (_)? @type .) @each)
(lambda_parameters (multi_variable_declaration (variable_declaration (identifier) @local)) @part)
(property_declaration (variable_declaration . (identifier) @local . (_) @type))
(property_declaration (variable_declaration . (identifier) @local .) . (_) @value)
(property_declaration (variable_declaration . (identifier) @local .) (property_delegate (call_expression (annotated_lambda (lambda_literal (_) @value .)))))
(property_declaration (variable_declaration . (identifier) @local .) (getter (function_body . (_) @value .)))
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @local)+) @part (_) @value .)
(for_statement (variable_declaration . (identifier) @local .) . (_) @element)
(for_statement (variable_declaration . (identifier) @local . (_) @type))
(for_statement (multi_variable_declaration (variable_declaration (identifier) @local)) @part)
(catch_block (identifier) @local . (_) @type)
(when_subject (variable_declaration (identifier) @local) (_) @value .)
(type_parameter (identifier) @typevar . (_)? @type)
(type_alias type: (identifier) @alias (_) @type .)

(navigation_expression . (_) @inner . (identifier) @property .) @member
(callable_reference . (_) @inner . (identifier) @property .) @member
(call_expression . (_) @inner (value_arguments (value_argument (_) @item)*)? (annotated_lambda (lambda_literal) @item)?) @call
(infix_expression . (_) @inner . (identifier) @property . (_) @item) @invoke
(index_expression . (_) @inner . (_) @item) @index
(parenthesized_expression (_) @inner) @same
(unary_expression argument: (_) @inner) @same
(as_expression right: (_) @inner) @cast
(is_expression) @literal.Boolean
(binary_expression left: (_) @item operator: "?:" right: (_) @item) @either
(binary_expression operator: ["==" "!=" "===" "!==" "<" ">" "<=" ">=" "&&" "||"]) @literal.Boolean
[(string_literal) (multiline_string_literal)] @literal.String
(number_literal) @literal.Int


(return_expression) @nothing
(throw_expression) @nothing
(if_expression condition: (_) . (_) @item . (_) @item .) @either
(when_expression (when_entry (_) @item .)) @either
(block (_) @inner .) @same
(object_literal) @literal.object
(this_expression) @self
(super_expression) @super

(user_type (identifier) @inner .) @same
(user_type (identifier) @inner . (type_arguments (type_projection (_) @item)*) .) @generic
(nullable_type (_) @inner) @same
(type_projection (_) @inner .) @same
(parenthesized_type (_) @inner) @same
