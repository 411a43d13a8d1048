/** Which definition a call means in Go and Java, and in languages that know only files. */
import { expect, test } from "bun:test";
import { judged } from "./graph-world.ts";

async function check(files: Readonly<Record<string, string>>): Promise<void> {
  const { found, expected } = await judged(files);
  expect(expected.length).toBeGreaterThan(0);
  expect(found).toEqual(expected);
}

test("Go: packages by folder and go.mod, receivers, embedding, results, closures", async () => {
  await check({
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "store/store.go": `package store

type Store struct {
	items []Item
	Base
}

type Base struct{}

func (b *Base) Hello() {}

type Item struct{ next *Item }

func (i Item) Show() {}

func New() *Store { return &Store{} }

func (s *Store) Get(key string) (*Item, error) {
	s.Hello() // Hello = store/store.go:10
	s.items[0].Show() // Show = store/store.go:14
	helper() // helper = store/more.go:3
	return nil, nil
}
`,
    "store/more.go": "package store\n\nfunc helper() {}\n",
    "store/store_test.go": "package store\n\nfunc helper() {}\n",
    "main.go": `package main

import (
	"fmt"
	st "example.com/shop/store"
	"github.com/other/yaml.v3"
	"gopkg.in/check.v1"
)

type handler func()

type runner interface{ Run() }

func open() (s *st.Store, err error) {
	s.Get("a") // Get = store/store.go:18
	return st.New(), nil // New = store/store.go:16
}

func main() {
	fmt.Println(len("a")) // Println = external
	s, err := open() // open = main.go:14
	item, _ := s.Get("a") // Get = store/store.go:18
	item.Show() // Show = store/store.go:14
	err.Error() // Error = external
	var again = st.Store{}
	again.Hello() // Hello = store/store.go:10
	func(i *st.Item) { i.Show() }(item) // Show = store/store.go:14
	yaml.Marshal(1) // Marshal = external
	for _, one := range []st.Item{} {
		one.Show() // Show = store/store.go:14
	}
	var any interface{}
	any.(*st.Item).Show() // Show = store/store.go:14
	any.Show() // Show = perhaps store/store.go:14
}

func with(r runner, h handler) {
	r.Run() // Run = main.go:12
	h() // h = unresolved
}
`,
  });
});

test("Java: packages, imports, fields, inheritance, overloads by the number of arguments", async () => {
  await check({
    "src/com/shop/Item.java": `package com.shop;
public class Item {
  public void show() {}
  public void show(int a) {}
  public static Item make() { return new Item(); }
}
`,
    "src/com/shop/Base.java": `package com.shop;
public class Base {
  protected Item item;
  void hello() {}
}
`,
    "src/com/shop/Shop.java": `package com.shop;
import java.util.List;
public class Shop extends Base {
  private List<Item> items;
  void run(Item given) {
    hello(); // hello = src/com/shop/Base.java:4
    this.item.show(1); // show = src/com/shop/Item.java:4
    given.show(); // show = src/com/shop/Item.java:3
    Item made = Item.make(); // make = src/com/shop/Item.java:5
    made.show(); // show = src/com/shop/Item.java:3
    items.add(made); // add = external
    super.hello(); // hello = src/com/shop/Base.java:4
    String text = "a";
    text.trim(); // trim = external
  }
}
`,
    "src/com/app/Main.java": `package com.app;
import com.shop.Shop;
import com.shop.Item;
class Main {
  void main() {
    Shop shop = new Shop(); // Shop = src/com/shop/Shop.java:3
    shop.run(null); // run = src/com/shop/Shop.java:5
    shop.hello(); // hello = src/com/shop/Base.java:4
    unknown.show(); // show = perhaps src/com/shop/Item.java:3 src/com/shop/Item.java:4
  }
}
`,
  });
});

test("Ruby, PHP, Rust, C: the same file, the same type, and what an import reaches; else candidates", async () => {
  await check({
    "lib/tool.rb": "class Tool\n  def cut; end\n  def run\n    self.cut() # cut = lib/tool.rb:2\n  end\nend\n",
    "src/lib.rs": `mod shape;
use crate::shape::area;
fn own() {}
struct Point;
impl Point {
    fn len(&self) { self.twice(); } // twice = src/lib.rs:7
    fn twice(&self) {}
}
fn main() {
    own(); // own = src/lib.rs:3
    area(); // area = src/shape.rs:1
    unknown(); // unknown = external
}
`,
    "src/shape.rs": "pub fn area() {}\n",
    "c/a.c":
      '#include "a.h"\nstatic int twice(int a) { return a; }\nint use(void) {\n  return twice(1); // twice = c/a.c:2\n}\n',
    "c/a.h": "int use(void);\n",
    "p/a.php":
      "<?php\nclass A {\n  function one() {\n    $this->two(); // two = p/a.php:6\n  }\n  function two() {}\n}\n",
  });
});
