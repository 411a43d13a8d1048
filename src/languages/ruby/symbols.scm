; Every def in a class or module is a method; so is what alias, define_method and their kin define. attr_… makes properties.

(comment) @lead

(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @receiver name: (constant) @name)) @definition.class
(class name: (scope_resolution name: (constant) @name)) @definition.class
(class superclass: (superclass [(constant) (scope_resolution)] @base)) @definition.class
(class body: (_) @body) @definition.class
(class "end" @body) @definition.class

(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @receiver name: (constant) @name)) @definition.module
(module name: (scope_resolution name: (constant) @name)) @definition.module
(module body: (_) @body) @definition.module
(module "end" @body) @definition.module

(class
  body: (body_statement
    (call !receiver method: (identifier) @_mixes arguments: (argument_list [(constant) (scope_resolution)] @base)))
  (#any-of? @_mixes "include" "extend" "prepend")) @definition.class
(module
  body: (body_statement
    (call !receiver method: (identifier) @_mixes arguments: (argument_list [(constant) (scope_resolution)] @base)))
  (#any-of? @_mixes "include" "extend" "prepend")) @definition.module

; The extractor knows members of classes; modules hold methods too, also within `class << self`, behind `private` and in blocks.
(module body: (body_statement (method) @definition.method))
(module body: (body_statement (singleton_class body: (body_statement (method) @definition.method))))
(module body: (body_statement (call arguments: (argument_list (method) @definition.method))))
(module body: (body_statement (call block: (_ body: (body_statement (method) @definition.method)))))

(singleton_method object: [(self) (constant) (scope_resolution)] @receiver) @definition.method
(singleton_method name: (_) @name body: (_) @body) @definition.method
(singleton_method name: (_) @name "end" @body) @definition.method
(singleton_method name: (_) @name) @definition.method
(method name: (_) @name body: (_) @body) @definition.function
(method name: (_) @name "end" @body) @definition.function
(method name: (_) @name) @definition.function
(call arguments: (argument_list [(method) (singleton_method)] @wrapped)) @wrapper

(alias name: [(identifier) (constant) (setter) (operator) (simple_symbol)] @name) @definition.method
(call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  (#eq? @_alias "alias_method")) @definition.method
(call
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_) @body
  (#any-of? @_define "define_method" "define_singleton_method")) @definition.method
(call
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)] . (_))
  (#any-of? @_define "define_method" "define_singleton_method")) @definition.method

(call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @name @definition.property @wrapped)
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor")) @wrapper
(call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list (string . (string_content) @name .) @definition.property @wrapped)
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor")) @wrapper

; Functions bound to a name, then those that are not.
(assignment left: [(constant) (identifier)] @name right: (lambda body: (_) @body) @definition.function @wrapped) @wrapper
(assignment
  left: [(constant) (identifier)] @name
  right: (call !receiver method: (identifier) @_makes block: (_) @body) @definition.function @wrapped
  (#any-of? @_makes "lambda" "proc")) @wrapper
(lambda body: (_) @body) @definition.function
(call !receiver method: (identifier) @_makes block: (_) @body (#any-of? @_makes "lambda" "proc")) @definition.function

; Classes made by a call, then plain constants.
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new block: (_) @body)
  (#any-of? @_made "Struct" "Data")
  (#any-of? @_new "new" "define")) @definition.struct
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new)
  (#any-of? @_made "Struct" "Data")
  (#any-of? @_new "new" "define")) @definition.struct
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_made
    method: (identifier) @_new
    arguments: (argument_list . [(constant) (scope_resolution)] @base))
  (#eq? @_made "Class")
  (#eq? @_new "new")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new block: (_) @body)
  (#eq? @_made "Class")
  (#eq? @_new "new")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new block: (_) @body)
  (#eq? @_made "Module")
  (#eq? @_new "new")) @definition.module
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution scope: (_) @receiver name: (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant

(call receiver: (_) @call.receiver method: [(identifier) (constant)] @call.name)
; Declaring methods are no calls: symbols, bases and imports cover them.
(call
  !receiver
  method: [(identifier) (constant)] @call.name
  (#not-any-of? @call.name
    "require" "require_relative" "load" "autoload" "attr_reader" "attr_writer" "attr_accessor" "include" "extend"
    "prepend" "private" "protected" "public" "module_function" "private_constant" "private_class_method" "alias_method"
    "define_method" "define_singleton_method" "lambda" "proc"))

(call
  !receiver
  method: (identifier) @import.bare
  arguments: (argument_list . (string (string_content) @import.module))
  (#any-of? @import.bare "require" "require_relative" "load"))
(call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) @import.name . (string (string_content) @import.module))
  (#eq? @_autoload "autoload"))
