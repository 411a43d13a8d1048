; Ruby

[(block) (do_block) (lambda)] @function
[(method) (singleton_method)] @function
(class body: (body_statement) @scope.type)
(module body: (body_statement) @scope.type)
(method body: (body_statement (_) @return .))
(singleton_method body: (body_statement (_) @return .))
(method body: [(call) (identifier) (instance_variable) (conditional)] @return)
(return (argument_list . (_) @return .))

(method_parameters (identifier) @parameter)
(lambda_parameters (identifier) @parameter)
(block_parameters (identifier) @parameter @each)
(optional_parameter name: (identifier) @parameter value: (_) @optional)
(splat_parameter name: (identifier) @parameter @each) 
(keyword_parameter name: (identifier) @parameter value: (_)? @optional)
(hash_splat_parameter name: (identifier) @parameter @each)
(block_parameter name: (identifier) @parameter @optional)
(assignment left: (identifier) @local right: (_) @value)
(assignment left: (constant) @local right: (_) @value)
(operator_assignment left: (identifier) @local right: (_) @value)
(assignment left: (left_assignment_list (_)* @local) @part right: (_) @value)
(assignment left: (instance_variable) @field right: (_) @value)
(operator_assignment left: (instance_variable) @field right: (_) @value)
(exception_variable (identifier) @local)
(for pattern: (identifier) @local value: (_) @element)

(call receiver: (_) @inner method: (_) @property arguments: (argument_list (_)* @item)? block: (_)? @item) @invoke
(call !receiver method: [(identifier) (constant)] @property arguments: (argument_list (_)* @item)? block: (_)? @item) @invoke
(scope_resolution scope: (_) @inner name: (_) @property) @member
(scope_resolution !scope name: (_) @property) @name
(element_reference object: (_) @inner) @index
(parenthesized_statements (_) @inner .) @same
(conditional consequence: (_) @item alternative: (_) @item) @either
(binary left: (_) @item operator: ["||" "or"] right: (_) @item) @either
(binary operator: ["==" "!=" "<" ">" "<=" ">=" "=~" "==="]) @literal.bool
(assignment right: (_) @inner) @same
(operator_assignment left: (_) @item right: (_) @item) @either
[(string) (chained_string) (heredoc_beginning)] @literal.String
[(simple_symbol) (delimited_symbol)] @literal.Symbol
[(integer) (float)] @literal.Integer
(array) @literal.Array
(string_array) @literal.Array
(hash) @literal.Hash
(regex) @literal.Regexp
[(true) (false)] @literal.Boolean
(nil) @nothing
(self) @self
(super) @super

; Symbols that name methods: of the receiver where it is asked for a method by name, else of the object itself.
(call receiver: (_) @inner method: (identifier) @_method arguments: (argument_list . (simple_symbol) @quoted)
  (#match? @_method "^(?:send|__send__|public_send|method|public_method|instance_method|respond_to\\?)$"))
(call !receiver method: (identifier) @_method arguments: (argument_list (simple_symbol) @quoted)
  (#not-match? @_method "^(?:attr_.*|define_method|undef_method|remove_method|private.*|protected|public|module_function)$"))
(call !receiver method: (identifier) arguments: (argument_list (pair key: (hash_key_symbol) @_key value: (simple_symbol) @quoted))
  (#match? @_key "^(?:if|unless)$"))
