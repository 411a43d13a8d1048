; Rust

[(impl_item) (trait_item) (struct_item) (block) (match_arm) (for_expression) (if_expression) (while_expression)] @scope
[(field_declaration_list) (ordered_field_declaration_list)] @scope.type
[(function_item) (function_signature_item) (closure_expression)] @function
(function_item return_type: (_) @result) @function
(function_signature_item return_type: (_) @result) @function
(closure_expression return_type: (_) @result) @function
(return_expression (_) @return)
(closure_expression body: (_) @return)

(parameter pattern: (identifier) @parameter type: (_) @type)
(closure_parameters (identifier) @parameter)
(closure_parameters (parameter pattern: (identifier) @parameter type: (_) @type))
(closure_parameters [(reference_pattern (identifier) @parameter) (tuple_pattern (identifier) @local @part)])
(let_declaration pattern: (identifier) @local type: (_) @type) @declared
(let_declaration pattern: (identifier) @local !type value: (_)? @value) @declared
(let_declaration pattern: (tuple_pattern (_)* @local) @part value: (_) @value) @declared
(let_declaration pattern: (tuple_struct_pattern (identifier) @local .) value: (_) @unwrapped) @declared
(let_condition pattern: (tuple_struct_pattern (identifier) @local .) value: (_) @unwrapped) @declared
(for_expression pattern: (identifier) @local value: (_) @element)
(for_expression pattern: (tuple_pattern (identifier) @local) @part)
(match_expression value: (_) @unwrapped body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern type: (identifier) (identifier) @local .)))))
(match_arm pattern: (match_pattern (identifier) @local))
(match_arm pattern: (match_pattern (tuple_struct_pattern type: (scoped_identifier) (identifier) @local)))
(field_pattern name: (shorthand_field_identifier) @local)
(field_declaration name: (field_identifier) @field type: (_) @type)
(static_item name: (identifier) @local type: (_) @type)
(const_item name: (identifier) @local type: (_) @type)
(type_parameter name: (type_identifier) @typevar bounds: (trait_bounds . (_) @type)?)
(where_predicate left: (type_identifier) @typevar bounds: (trait_bounds . (_) @type))
(type_item name: (type_identifier) @alias type: (_) @type)

(field_expression value: (_) @inner field: (field_identifier) @property) @member
(scoped_identifier path: (_) @inner name: (_) @property) @member
(scoped_type_identifier path: (_) @inner name: (_) @property) @member
(call_expression function: (_) @inner arguments: (arguments (_)* @item)) @call
(generic_function function: (_) @inner) @same
(struct_expression name: (_) @inner) @cast
(index_expression . (_) @inner . (_) @item) @index
(parenthesized_expression (_) @inner) @same
(reference_expression value: (_) @inner) @same
(unary_expression "*" (_) @inner) @same
(await_expression (_) @inner) @await
(try_expression (_) @inner) @try
(type_cast_expression type: (_) @inner) @cast
(if_expression consequence: (block (_) @item .) alternative: (else_clause (block (_) @item .))) @either
(block (_) @inner .) @same
(unsafe_block (block) @inner) @same
(tuple_expression (_)* @item) @tuple
[(string_literal) (raw_string_literal)] @literal.str
[(integer_literal) (float_literal) (char_literal)] @literal.i32
[(boolean_literal) (binary_expression)] @literal.bool
(array_expression (_) @inner) @literal.array
(macro_invocation) @literal.macro
(self) @self

(generic_type type: (_) @inner type_arguments: (type_arguments (_)* @item)) @generic
(generic_type_with_turbofish type: (_) @inner) @same
(reference_type type: (_) @inner) @same
(pointer_type type: (_) @inner) @same
(dynamic_type trait: (_) @inner) @same
(abstract_type trait: (_) @inner) @same
(bounded_type . (_) @inner) @same
(array_type element: (_) @item) @list
(tuple_type (_)* @item) @tuple
(primitive_type) @literal.primitive
(unit_type) @nothing
