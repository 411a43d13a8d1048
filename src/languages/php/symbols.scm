(comment) @lead
(attribute_list) @decorator

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_definition name: (_) @name) @definition.module

(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(interface_declaration (base_clause [(name) (qualified_name)] @base)) @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(trait_declaration body: (_ (use_declaration [(name) (qualified_name)] @base))) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_declaration (class_interface_clause [(name) (qualified_name)] @base)) @definition.enum
(enum_declaration body: (_ (use_declaration [(name) (qualified_name)] @base))) @definition.enum
(class_declaration name: (_) @name body: (_) @body) @definition.class
(class_declaration (base_clause [(name) (qualified_name)] @base)) @definition.class
(class_declaration (class_interface_clause [(name) (qualified_name)] @base)) @definition.class
(class_declaration body: (_ (use_declaration [(name) (qualified_name)] @base))) @definition.class
(object_creation_expression (anonymous_class body: (_) @body) @definition.class @wrapped) @wrapper
(anonymous_class (base_clause [(name) (qualified_name)] @base)) @definition.class
(anonymous_class (class_interface_clause [(name) (qualified_name)] @base)) @definition.class
(anonymous_class body: (_ (use_declaration [(name) (qualified_name)] @base))) @definition.class

(function_definition name: (_) @name body: (_) @body) @definition.function
(method_declaration name: (_) @name body: (_) @body) @definition.method
(method_declaration name: (_) @name) @definition.method
(property_declaration (property_element (variable_name (name) @name)) (property_hook_list) @body) @definition.property

; Functions bound to a variable, then those that are not; an unbound `fn` is a mere expression.
(assignment_expression
  left: (variable_name (name) @name)
  right: (anonymous_function body: (_) @body) @definition.function @wrapped) @wrapper
(assignment_expression
  left: (variable_name (name) @name)
  right: (arrow_function "=>" @body) @definition.function @wrapped) @wrapper
(anonymous_function body: (_) @body) @definition.function

(const_declaration (const_element (name) @name) @definition.constant @wrapped) @wrapper
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument [(string . (string_content) @name .) (encapsed_string . (string_content) @name .)]))
  (#any-of? @_define "define" "DEFINE")) @definition.constant

(function_call_expression function: (name) @call.name)
(function_call_expression function: (qualified_name (name) @call.name))
(function_call_expression function: (relative_name (name) @call.name))
(function_call_expression function: (variable_name (name) @call.name))
(member_call_expression object: (_) @call.receiver name: (name) @call.name)
(nullsafe_member_call_expression object: (_) @call.receiver name: (name) @call.name)
(scoped_call_expression scope: (_) @call.receiver name: (name) @call.name)
(object_creation_expression (name) @call.name)
(object_creation_expression (qualified_name (name) @call.name))

(namespace_use_declaration !body
  (namespace_use_clause (qualified_name prefix: (namespace_name) @import.module (name) @import.name) alias: (name)? @import.alias))
(namespace_use_declaration !body
  (namespace_use_clause . (name) @import.module alias: (name)? @import.alias))
(namespace_use_declaration
  (namespace_name) @import.module
  body: (_ (namespace_use_clause . [(name) (qualified_name)] @import.name alias: (name)? @import.alias)))

(require_expression [(string (string_content) @import.module) (encapsed_string (string_content) @import.module)
  (binary_expression right: (string (string_content) @import.module))
  (parenthesized_expression (string (string_content) @import.module))
  (parenthesized_expression (binary_expression right: (string (string_content) @import.module)))]) @import.bare
(require_once_expression [(string (string_content) @import.module) (encapsed_string (string_content) @import.module)
  (binary_expression right: (string (string_content) @import.module))
  (parenthesized_expression (string (string_content) @import.module))
  (parenthesized_expression (binary_expression right: (string (string_content) @import.module)))]) @import.bare
(include_expression [(string (string_content) @import.module) (encapsed_string (string_content) @import.module)
  (binary_expression right: (string (string_content) @import.module))
  (parenthesized_expression (string (string_content) @import.module))
  (parenthesized_expression (binary_expression right: (string (string_content) @import.module)))]) @import.bare
(include_once_expression [(string (string_content) @import.module) (encapsed_string (string_content) @import.module)
  (binary_expression right: (string (string_content) @import.module))
  (parenthesized_expression (string (string_content) @import.module))
  (parenthesized_expression (binary_expression right: (string (string_content) @import.module)))]) @import.bare
