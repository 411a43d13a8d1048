; Swift

[(function_body) (statements) (if_statement) (for_statement) (switch_entry) (catch_block) (computed_property) (computed_getter)] @scope
[(class_body) (protocol_body) (enum_class_body)] @scope.type
[(function_declaration) (init_declaration) (lambda_literal) (protocol_function_declaration) (subscript_declaration)] @function
(function_declaration name: (simple_identifier) name: (_) @result) @function
(protocol_function_declaration name: (simple_identifier) name: (_) @result) @function
(control_transfer_statement result: (_) @return)
(function_body (statements . (_) @return .))

(parameter name: (simple_identifier) @parameter name: (_) @type)
(lambda_parameter name: (simple_identifier) @parameter name: (_)? @type) @each
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local) (type_annotation name: (_) @type))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local) value: (_) @value)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local) computed_value: (computed_property (statements . (_) @value .)))
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @local) (type_annotation name: (_) @type))
(if_statement condition: (value_binding_pattern) . bound_identifier: (simple_identifier) @local . condition: (_) @value)
(guard_statement condition: (value_binding_pattern) . bound_identifier: (simple_identifier) @local . condition: (_) @value)
(for_statement item: (pattern bound_identifier: (simple_identifier) @local) collection: (_) @element)
(assignment target: (directly_assignable_expression (navigation_expression target: (self_expression)
  suffix: (navigation_suffix suffix: (simple_identifier) @field))) result: (_) @value)
(typealias_declaration name: (type_identifier) @alias value: (_) @type)
(type_parameter (type_identifier) @typevar name: (_)? @type)
(value_argument name: (value_argument_label (simple_identifier) @keyword))
(catch_block error: (pattern bound_identifier: (simple_identifier) @local))
(switch_entry (switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @local))))

(navigation_expression target: (_) @inner suffix: (navigation_suffix suffix: (simple_identifier) @property)) @member
(call_expression . (_) @inner (call_suffix (value_arguments (value_argument)* @item)? (lambda_literal)? @item)) @call
(tuple_expression . value: (_) @inner .) @same
(try_expression expr: (_) @inner) @same
(await_expression expr: (_) @inner) @same
(postfix_expression target: (_) @inner) @same
(prefix_expression target: (_) @inner) @same
(as_expression name: (_) @inner) @cast
(ternary_expression if_true: (_) @item if_false: (_) @item) @either
(nil_coalescing_expression value: (_) @item if_nil: (_) @item) @either
(value_argument value: (_) @inner) @same
[(line_string_literal) (multi_line_string_literal)] @literal.String
[(integer_literal) (real_literal)] @literal.Int
(boolean_literal) @literal.Bool
(array_literal) @literal.Array
(dictionary_literal) @literal.Dictionary
(self_expression) @self
(super_expression) @super
(directly_assignable_expression (_) @inner) @same

(user_type (type_identifier) @inner .) @same
(user_type (type_identifier) @inner . (type_arguments (_)* @item) .) @generic
(optional_type wrapped: (_) @inner) @same
(array_type name: (_) @item) @list
(dictionary_type key: (_) value: (_) @item) @list
