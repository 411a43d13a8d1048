[(interface_body) (object_type)] @scope.type
[(function_signature) (method_signature) (abstract_method_signature) (function_type)] @function

(_ return_type: (type_annotation (_) @result)) @function
(function_type return_type: (_) @result) @function

(required_parameter pattern: (identifier) @parameter !type !value)
(required_parameter pattern: (identifier) @parameter value: (_) @optional)
(required_parameter pattern: (identifier) @parameter type: (type_annotation (_) @type))
(optional_parameter pattern: (identifier) @parameter @optional type: (type_annotation (_) @type)?)
(required_parameter pattern: (rest_pattern (identifier) @parameter) @each type: (type_annotation (_) @type)?)
(required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @local @picked) !type)
(required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @local @picked) type: (type_annotation (_) @type))
(required_parameter pattern: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @picked)) type: (type_annotation (_) @type)?)
(required_parameter pattern: (object_pattern (pair_pattern key: (_) @picked value: (identifier) @local)) type: (type_annotation (_) @type)?)
(required_parameter pattern: (array_pattern (identifier) @local))
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation (_) @type))
(required_parameter "readonly" pattern: (identifier) @field type: (type_annotation (_) @type))
(optional_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation (_) @type))

(variable_declarator name: (identifier) @local type: (type_annotation (_) @type) value: (_)? @value)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @field !type value: (_)? @value)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @field type: (type_annotation (_) @type) value: (_)? @value)
(property_signature name: (property_identifier) @field type: (type_annotation (_) @type))
(type_parameter name: (type_identifier) @typevar constraint: (constraint (_) @type)?)

(type_alias_declaration name: (type_identifier) @alias value: [
  (type_identifier) (nested_type_identifier) (generic_type) (union_type) (array_type) (tuple_type) (type_query)
  (intersection_type) (function_type) (conditional_type) (lookup_type) (literal_type) (predefined_type) (parenthesized_type)
] @type)

(as_expression . (_) @inner "const") @same
(as_expression . (_) . (_) @inner) @cast
(satisfies_expression . (_) @inner) @same
(non_null_expression (_) @inner) @same
(instantiation_expression . (_) @inner) @same

(generic_type name: (_) @inner type_arguments: (type_arguments (_)* @item)) @generic
(nested_type_identifier module: (_) @inner name: (type_identifier) @property) @member
(nested_identifier object: (_) @inner property: (_) @property) @member
(union_type (_)* @item) @either
(parenthesized_type (_) @inner) @same
(readonly_type (_) @inner) @same
(array_type (_) @item) @list
(tuple_type (_)* @item) @tuple
(type_query (_) @inner) @typeof
(this_type) @self
(literal_type [(null) (undefined)]) @nothing
(literal_type [(string) (number) (true) (false) (unary_expression)]) @literal.literal
(type_predicate) @literal.bool
