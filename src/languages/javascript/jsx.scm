; Components are called by their elements.

(jsx_opening_element name: (identifier) @call.name (#match? @call.name "^[A-Z]"))
(jsx_opening_element name: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name))
(jsx_self_closing_element name: (identifier) @call.name (#match? @call.name "^[A-Z]"))
(jsx_self_closing_element name: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name))
