; C

[(compound_statement) (for_statement)] @scope
(struct_specifier body: (field_declaration_list) @scope.type)
(union_specifier body: (field_declaration_list) @scope.type)
(function_definition type: (_) @result) @function
(declaration type: (_) @result declarator: (function_declarator)) @function
(declaration type: (_) @result declarator: (pointer_declarator declarator: (function_declarator))) @function
(function_definition (storage_class_specifier) @_static (#eq? @_static "static")) @hidden
(declaration (storage_class_specifier) @_static declarator: (function_declarator) (#eq? @_static "static")) @hidden
(return_statement (_) @return)

(parameter_declaration type: (_) @type declarator: [
  (identifier) @parameter
  (pointer_declarator declarator: (identifier) @parameter)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @parameter))
  (array_declarator declarator: (identifier) @parameter)
])
(parameter_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @parameter))))
(declaration type: (_) @type declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (array_declarator declarator: (identifier) @local)
  (init_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local)
  ])
])
(declaration declarator: (init_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)] value: (_) @value))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))))
(declaration declarator: (init_declarator
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))) value: (_)? @value))
(field_declaration type: (_) @type declarator: [
  (field_identifier) @field
  (pointer_declarator declarator: (field_identifier) @field)
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @field))
  (array_declarator declarator: (field_identifier) @field)
])
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @field))))
(type_definition type: [(struct_specifier name: (_)) (union_specifier name: (_)) (enum_specifier name: (_)) (type_identifier)] @type
  declarator: (type_identifier) @alias)
(initializer_pair designator: (field_designator (field_identifier) @keyword))

(field_expression argument: (_) @inner field: (field_identifier) @property) @member
(call_expression function: (_) @inner arguments: (argument_list (_)* @item)) @call
(subscript_expression argument: (_) @inner) @index
(parenthesized_expression (_) @inner) @same
(pointer_expression argument: (_) @inner) @same
(cast_expression type: (_) @inner) @cast
(compound_literal_expression type: (_) @inner) @cast
(conditional_expression consequence: (_) @item alternative: (_) @item) @either
(assignment_expression right: (_) @inner) @same
[(string_literal) (concatenated_string)] @literal.string
[(number_literal) (char_literal) (sizeof_expression)] @literal.int
[(true) (false)] @literal.bool
(null) @nothing

(type_descriptor type: (_) @inner) @same
(struct_specifier name: (_) @property) @name
(union_specifier name: (_) @property) @name
(enum_specifier name: (_) @property) @name
[(primitive_type) (sized_type_specifier)] @literal.int
