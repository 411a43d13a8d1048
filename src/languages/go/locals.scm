; Go

[(block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (communication_case) (expression_case) (type_case)] @scope
[(struct_type) (interface_type)] @scope.type
[(function_declaration) (method_declaration) (func_literal) (method_elem)] @function
(function_declaration result: (_) @result) @function
(method_declaration result: (_) @result) @function
(method_elem result: (_) @result) @function
(func_literal result: (_) @result) @function
(return_statement (expression_list . (_) @return .))

(parameter_declaration name: (identifier) @parameter @each type: (_) @type)
(variadic_parameter_declaration name: (identifier) @parameter @rest type: (_) @type)
(method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @local type: (_) @type)))
(short_var_declaration left: (expression_list (_)* @local) right: (expression_list . (_) @value .)) @declared
(short_var_declaration left: (expression_list . (identifier) @local . (_)) right: (expression_list . (_) @value . (_))) @declared
(short_var_declaration left: (expression_list . (_) . (identifier) @local) right: (expression_list . (_) . (_) @value)) @declared
(assignment_statement left: (expression_list . (identifier) @local .) right: (expression_list . (_) @value .))
(range_clause left: (expression_list . (_) . (identifier) @local) right: (_) @element)
(range_clause left: (expression_list . (identifier) @local))
(var_spec name: (identifier) @local @each type: (_) @type)
(var_spec name: (identifier) @local !type value: (expression_list . (_) @value .))
(const_spec name: (identifier) @local value: (expression_list . (_) @value .))
(type_switch_statement alias: (expression_list (identifier) @local))
(field_declaration name: (field_identifier) @field @each type: (_) @type)
(type_parameter_declaration name: (identifier) @typevar type: (_) @type)

(type_alias name: (type_identifier) @alias type: (_) @type)
(type_spec name: (type_identifier) @underlying type: [(slice_type) (map_type) (array_type) (pointer_type) (channel_type)] @type)
(keyed_element . (literal_element (identifier) @keyword))

(selector_expression operand: (_) @inner field: (field_identifier) @property) @member
(call_expression function: (identifier) @_new arguments: (argument_list . (_) @inner) (#any-of? @_new "new" "make")) @cast
(call_expression function: (_) @inner arguments: (argument_list (_)* @item)) @call
(composite_literal type: (_) @inner) @cast
(type_assertion_expression type: (_) @inner) @cast
(type_conversion_expression type: (_) @inner) @cast
(index_expression operand: (_) @inner index: (_) @item) @index
(slice_expression operand: (_) @inner) @same
(type_instantiation_expression type: (_) @inner) @generic
(parenthesized_expression (_) @inner) @same
(unary_expression operator: ["&" "*"] operand: (_) @inner) @same
(unary_expression operator: ["!" "-" "+" "^"]) @literal.value
(binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal.bool
(binary_expression operator: ["+" "-" "*" "/" "%" "&" "|" "^" "<<" ">>" "&^"]) @literal.number
[(interpreted_string_literal) (raw_string_literal)] @literal.string
[(int_literal) (float_literal) (rune_literal)] @literal.int
[(true) (false)] @literal.bool
(nil) @nothing
(literal_element (_) @inner) @same

(pointer_type (_) @inner) @same
(qualified_type package: (_) @inner name: (_) @property) @member
(generic_type type: (_) @inner type_arguments: (type_arguments (type_elem (_) @item))) @generic
(type_elem (_) @inner) @same
[(slice_type element: (_) @item) (array_type element: (_) @item) (implicit_length_array_type element: (_) @item)] @list
(map_type key: (_) value: (_) @item) @list
(channel_type value: (_) @item) @list
(parenthesized_type (_) @inner) @same
(parameter_list (parameter_declaration type: (_) @item)) @tuple
