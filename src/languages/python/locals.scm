; Python.

(function_definition) @function
(lambda) @function
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
(class_definition body: (block) @scope.type)

(function_definition return_type: (type) @result) @function
(return_statement (_) @return)
(lambda body: (_) @return)

(parameters (identifier) @parameter)
(parameters (default_parameter name: (identifier) @parameter value: (_) @optional))
(parameters (typed_parameter . (identifier) @parameter type: (type) @type))
(parameters (typed_parameter [(list_splat_pattern (identifier) @parameter) (dictionary_splat_pattern (identifier) @parameter)] @rest
  type: (type) @type))
(parameters (typed_default_parameter name: (identifier) @parameter type: (type) @type value: (_) @optional))
(parameters [(list_splat_pattern (identifier) @parameter) (dictionary_splat_pattern (identifier) @parameter)] @rest)
(lambda_parameters (identifier) @parameter)
(lambda_parameters (default_parameter name: (identifier) @parameter value: (_) @optional))

(assignment left: (identifier) @local !type right: (_) @value)
(assignment left: (identifier) @local type: (type) @type right: (_)? @value)
(assignment left: [(pattern_list (_)* @local) (tuple_pattern (_)* @local)] right: (_) @value)
(augmented_assignment left: (identifier) @local)
(named_expression name: (identifier) @local value: (_) @value)
(for_statement left: (identifier) @local right: (_) @element)
(for_statement left: (pattern_list (identifier) @local) @part)
(for_in_clause left: (identifier) @local right: (_) @element)
(for_in_clause left: [(pattern_list (identifier) @local) (tuple_pattern (identifier) @local)] @part)
(with_item value: (as_pattern (_) @context alias: (as_pattern_target (identifier) @local)))
(except_clause (as_pattern alias: (as_pattern_target (identifier) @local)))

(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) !type right: (_) @value
  (#any-of? @_self "self" "cls"))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) type: (type) @type right: (_)? @value
  (#any-of? @_self "self" "cls"))

(decorated_definition (decorator (identifier) @decorator.name) definition: (_) @decorated)
(decorated_definition (decorator (attribute) @decorator.name) definition: (_) @decorated)
(decorated_definition (decorator (call function: (_) @decorator.name)) definition: (_) @decorated)
(import_statement name: (aliased_import name: (dotted_name) @renamed))
(keyword_argument name: (identifier) @keyword)
(type_alias_statement left: (type (identifier) @alias) right: (type) @type)

(type (_) @inner) @same
(generic_type (identifier) @inner (type_parameter (type) @item)) @generic
(subscript value: (_) @inner subscript: (_) @item) @index
(union_type (type) @item) @either
(none) @nothing
(binary_operator left: (_) @item operator: "|" right: (_) @item) @either

(attribute object: (_) @inner attribute: (identifier) @property) @member
(call function: (identifier) @_super (#eq? @_super "super")) @super
(call function: (identifier) @_type arguments: (argument_list . (_) @inner .) (#eq? @_type "type")) @typeof
(call function: (identifier) @_cast arguments: (argument_list . (_) @inner . (_) .) (#eq? @_cast "cast")) @cast
(call function: (_) @inner arguments: (argument_list (_)* @item)) @call
(call function: (_) @inner arguments: (generator_expression)) @call
(parenthesized_expression (_) @inner) @same
(await (_) @inner) @await
(conditional_expression . (_) @item . (_) . (_) @item) @either
(boolean_operator left: (_) @item operator: "or" right: (_) @item) @either
(boolean_operator left: (_) operator: "and" right: (_) @inner) @same
(named_expression value: (_) @inner) @same
[(comparison_operator) (not_operator) (true) (false)] @literal.bool
[(string) (concatenated_string)] @literal.str
[(integer) (float)] @literal.int
[(list) (list_comprehension)] @literal.list
[(set) (set_comprehension)] @literal.set
[(dictionary) (dictionary_comprehension)] @literal.dict
(generator_expression) @literal.generator
(tuple (_)* @item) @tuple
(expression_list (_)* @item) @tuple
