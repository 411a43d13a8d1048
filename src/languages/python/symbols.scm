; Python.

(comment) @lead
(decorated_definition definition: (_) @wrapped) @wrapper
(decorated_definition (decorator) @decorator)
(expression_statement . (assignment) @wrapped .) @wrapper

(function_definition name: (identifier) @name body: (block) @body) @definition.function
(class_definition name: (identifier) @name body: (block) @body) @definition.class
(class_definition superclasses: (argument_list [
  (identifier) @base
  (attribute) @base
  (subscript value: [(identifier) (attribute)] @base)
])) @definition.class

(module (expression_statement (assignment left: (identifier) @name
  right: [(list) (dictionary) (set) (tuple)] @body) @definition.constant))
(module (expression_statement (assignment left: (identifier) @name) @definition.constant))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name
  right: [(list) (dictionary) (set) (tuple)] @body) @definition.constant)) (#match? @name "^[A-Z]"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name right: (_)) @definition.constant))
  (#match? @name "^[A-Z]"))
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

(call function: (identifier) @call.name)
(call function: (attribute object: (_) @call.receiver attribute: (identifier) @call.name))

(import_statement name: (dotted_name) @import.module @import.alias)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.star)
(future_import_statement "__future__" @import.module name: (dotted_name) @import.name)
(future_import_statement "__future__" @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
