/** Definitions in languages that no grammar is at hand for: names by patterns, nothing of comments, strings and documentation. */
import { expect, test } from "bun:test";
import { outlineOf } from "../../src/symbols/outline-by-lines.ts";

const SOURCES: Readonly<Record<string, readonly [source: string, names: string]>> = {
  haskell: [
    `module B where
import X (decodeUtf8')

{- a comment
foo :: Int
{- nested -}
bar :: Int
-}
alpha :: Int
alpha = 1

-- | Documentation "with a quote
class Monad m => Foo m where
  method :: m a -> Int
  type Elem m :: *

class (Eq a, Show a) => Bar a
data Maybe' a = Nothing' | Just' a
type family F a where
newtype Parser a = Parser { runParser :: String -> Maybe a }
infixl 5 <+>
(<+>) :: Int -> Int -> Int
a <+> b = a + b
c' = '"'
f 0 = 1
f n = n * f (n - 1)
  where go :: Int
        go = 3
beta, gamma :: Int
instance Foo IO where
  method _ = 1
`,
    "B alpha Foo method Elem Bar Maybe' F Parser <+> c' f beta",
  ],
  elixir: [
    `defmodule My.App do
  @moduledoc """
  Brackets ) and examples:

      def not_a_def(x), do: x
      defmodule Nope do
  """
  @type t :: %{a: integer}
  @callback init(term) :: {:ok, t}
  defstruct [:a, :b]

  @doc ~S"""
  def nope2
  """
  @spec foo?(integer) :: boolean
  def foo?(x) when x > ?( do
    ~r/def [a-z](/
    x
  end

  defp bar!(x), do: x
  defmacro baz(do: block) do
    quote do
      unquote(block)
    end
  end
  defguard is_even(x) when rem(x, 2) == 0
  defdelegate size(x), to: Map
end
`,
    "My.App t init defstruct foo? bar! baz is_even size",
  ],
  ocaml: [
    `(* let commented = 1 (* nested *) *)
open Printf
let rec fact n = if n = 0 then 1 else n * fact (n - 1)
and helper x' = x'
let s = "let not = 1
let neither = 2"
let q = {sql|let nor = 3|sql}
type 'a tree = Leaf | Node of 'a
exception Bad of string
module type S = sig
  val run : int -> int
  type t
end
module M = struct
  let inner x = x
  let local = let hidden = 1 in hidden
end
external id : 'a -> 'a = "%identity"
class point = object
  method move = ()
end
let c = '"'
let after () = ()
`,
    "fact helper s q tree Bad S run t M inner id point move c after",
  ],
  r: [
    `# f <- function(x) x
add <- function(a, b) {
  inner <- function(c) c
  "text with # no comment and
other <- function() 1"
}
sub = function(a) a
\`my name\` <- function(x) x
square <- \\(x) x^2
setGeneric("area", function(shape) standardGeneric("area"))
Person <- R6Class("Person", public = list())
x <- 3
`,
    "add inner sub `my name` square area Person",
  ],
  lua: [
    `-- function commented() end
--[[
function blocked() end
]]
local M = {}
local text = [==[
function quoted() end
]==]
function M.open(path)
  return path
end
function M:close() end
local function helper() end
M.read = function(n)
end
local write = function() end
return M
`,
    "M.open M:close helper M.read write",
  ],
  scala: [
    `package shop
/* class A /* nested */ */
sealed trait Shape { def area: Double }
final case class Circle(r: Double) extends Shape {
  override def area: Double = r
  private[shop] val \`a b\` = """
    def nope = 1
  """
  def +(other: Circle): Circle = this
}
object Circle extends App {
  implicit class Ops(x: Int) { def twice = x * 2 }
  type Id = Int
}
enum Color:
  case Red
given intOrd: Ordering[Int] = ???
extension (x: Int)
  def double = x * 2
`,
    "Shape Circle area + Circle Ops Id Color intOrd double",
  ],
  zig: [
    `const std = @import("std");
// fn commented() void {}
pub const Point = struct {
    x: i32,
    pub fn init(x: i32) Point {
        return .{ .x = x };
    }
};
const text =
    \\\\fn quoted() void {
    \\\\}
;
const Kind = enum { a, b };
export fn main() void {}
fn helper(comptime T: type) T {}
test "adds" {}
`,
    "Point init Kind main helper adds",
  ],
  julia: [
    `#= function commented() end
#= nested =# =#
module Shop
using Base
"""
    function documented(x)
"""
function area(s::Shape)
    s'
end
square(x) = x^2
Base.show(io::IO, x::Point) = print(io, x)
macro twice(e) e end
abstract type Shape end
mutable struct Point{T} <: Shape
    x::T
end
const LIMIT = 3
push!(a, b) == 3
c = '"'
end
`,
    "Shop area square Base.show twice Shape Point LIMIT",
  ],
  perl: [
    `package Shop::Cart;
use strict;
# sub commented {}
=head1 NAME

sub documented { }

=cut

sub new { my ($class) = @_; return bless {}, $class; }
my $n = $#items; my $h = q{sub quoted { } };
print <<EOT;
sub heredoc {}
EOT
sub total {
  my %s = (sub => 1);
}
has 'price' => (is => 'rw');
1;
__END__
sub after_end {}
`,
    "Shop::Cart new total price",
  ],
  sql: [
    `-- create table commented (id int);
/* create view blocked as select 1; */
CREATE TABLE IF NOT EXISTS "orders" (id int, note text default 'create table no (');
create unique index concurrently idx_orders on orders (id);
CREATE OR REPLACE FUNCTION shop.total(o int) RETURNS int AS $$
  create table inside (id int);
$$ LANGUAGE sql;
create materialized view totals as select 1;
CREATE TYPE mood AS ENUM ('sad');
create sequence s1;
insert into orders values ('it''s create table x');
`,
    '"orders" idx_orders shop.total totals mood s1',
  ],
  terraform: [
    `# resource "no" "no" {}
resource "aws_instance" "web" {
  user_data = <<EOF
resource "quoted" "no" {
EOF
}
data "aws_ami" "image" {
}
variable "region" {
  default = "module \\"x\\" {"
}
module "vpc" {
}
output "ip" { value = 1 }
`,
    "web image region vpc ip",
  ],
  dockerfile: [
    `# FROM a AS commented
FROM --platform=linux/amd64 node:20 AS build
ARG VERSION=1
ENV HOME /app
RUN echo "FROM x AS no"
FROM debian as final
COPY --from=build /app /app
`,
    "build VERSION HOME final",
  ],
  makefile: [
    `# commented: x
CC := gcc
OBJECTS = a.o b.o
.PHONY: all clean
all: build test
build/%.o: src/%.c
\t@echo "target: no"
clean::
\trm -rf build
define RULE
inner: x
endef
test lint: build
`,
    "all build/%.o clean RULE test lint",
  ],
};

test.each(Object.entries(SOURCES).map(([language, [source, names]]) => [language, source, names] as const))(
  "%s",
  (language, source, names) => {
    const found = outlineOf(source, language).map(({ name }) => name);
    expect(found.join(" ")).toBe(names);
  },
);

test("a function of several clauses is one block", () => {
  const [f] = outlineOf("f :: Int -> Int\nf 0 = 1\nf n =\n  n * f (n - 1)\n\ng = 1\n", "haskell");
  expect(f).toMatchObject({ name: "f", first: 1, last: 4 });
});
