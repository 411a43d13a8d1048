/* A mill: the file's own words. */

#include <stdio.h>
#include "wheel.h"
#ifdef HAVE_WIND
#include "wind.h"
#endif

#ifndef MILL_SLOTS
/* How many slots the mill has. */
#define MILL_SLOTS 16
#endif
#define MILL_DEBUG
#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))

/** Turns n times,
    counting down. */
#define TURN(n)            \
  do {                     \
    int i_ = (n);          \
    while (i_-- > 0) spin(); \
  } while (0)
#define MILL_API __attribute__((visibility("default")))

const int MILL_SPEED = 7;
static const char *const mill_names[] = { "north", "south" };
int mill_count = 0;
extern int mill_errors;

struct stone;

typedef unsigned long grain_t;
typedef int (*compare_fn)(const void *, const void *);
typedef struct stone stone_t;

/// A stone of the mill.
struct stone {
  int weight;
  void (*grind)(struct stone *self, grain_t grain);
  union {
    int whole;
    float part;
  } size;
  struct groove {
    int depth;
  } grooves[4];
};

typedef struct {
  int x, y;
} place_t;

typedef struct mill_node {
  struct mill_node *next;
} mill_node_t;

enum mill_state { MILL_STOPPED, MILL_TURNING = 2 };

typedef enum { GRAIN_RYE, GRAIN_WHEAT } grain_kind;

union mill_value {
  int number;
  char *text;
};

int mill_start(struct stone *stone, int speed);
extern void mill_stop(void);
MILL_API grain_t mill_total(void);
void (*mill_hook)(int);
static int (*pick_hook(int which))(int);

/*
 * Grinds the grain.
 */
static inline int
grind(struct stone *stone, grain_t grain)
{
  if (stone->grind)
    stone->grind(stone, grain);
  return MAX_OF(stone->weight, 1);
}

struct stone *stone_new(int weight)
{
  struct stone *made = malloc(sizeof *made);
  static const int defaults[] = { 1, 2 };
  made->weight = weight;
  return made;
}

/* The old way to write it. */
int old_style(count, names)
  int count;
  char **names;
{
  return puts(names[count - 1]);
}

MILL_API int mill_start(struct stone *stone, int speed) {
  TURN(speed);
  return (*pick_hook(1))(speed) + grind(stone, 3);
}

static int (*pick_hook(int which))(int) {
  return which ? twice : 0;
}

DEFINE_LIST(grain_list, grain_t)

static int twice(int n) { return n * 2; }

#if MILL_SLOTS > 4
int many_slots(void) { return MILL_SLOTS; }
#else
int few_slots(void)
{
  return twice(1);
}
#endif

void __attribute__((noreturn)) mill_fail(const char *why, ...) {
  fprintf(stderr, "%s: int not_me(void) {\n", why);
  exit(1);
}

int main(int argc, char *argv[])
{
  place_t place = { .x = 1 };
  qsort(argv, argc, sizeof *argv, (compare_fn)strcmp);
  return old_style(argc, argv);
}
