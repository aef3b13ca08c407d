# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs like device drivers: n devices behind pointers to structures on the
heap, each with a lock, registers, a ring buffer, a name and figures, and a table
of its operations. What is checked (lock and unlock take turns, or a counter of
users) needs little of all that. 40 devices are about 5000 lines."""

import random

from .program import REACH_ERROR, SAFE, UNSAFE, Program, header, indent

DEVICES = [1, 5, 10, 20, 40]

_COMMON = """
extern void *malloc(unsigned long size);
extern void *memset(void *to, int value, unsigned long count);
extern char *strcpy(char *to, const char *from);

#define ENOMEM 12
#define EINVAL 22
#define EBUSY 16

struct device;

struct operations {
  int (*open)(struct device *dev);
  int (*release)(struct device *dev);
  int (*read)(struct device *dev, unsigned count);
  int (*write)(struct device *dev, unsigned count);
  int (*ioctl)(struct device *dev, unsigned command, unsigned argument);
};

struct figures {
  unsigned long received;
  unsigned long sent;
  unsigned long errors;
};

struct device {
  int locked;
  int users;
  unsigned state;
  unsigned registers[16];
  unsigned char ring[32];
  unsigned head, tail;
  struct figures figures;
  const struct operations *operations;
  char name[16];
};

static void lock(struct device *dev) {
  if (dev->locked != 0) { reach_error(); }
  dev->locked = 1;
}

static void unlock(struct device *dev) {
  if (dev->locked != 1) { reach_error(); }
  dev->locked = 0;
}

static unsigned read_register(struct device *dev, unsigned which) {
  return dev->registers[which & 15];
}

static void write_register(struct device *dev, unsigned which, unsigned value) {
  dev->registers[which & 15] = value;
}

static int ring_empty(struct device *dev) { return dev->head == dev->tail; }

static int ring_full(struct device *dev) {
  return dev->tail - dev->head == sizeof dev->ring;
}

static void ring_put(struct device *dev, unsigned char byte) {
  dev->ring[dev->tail % sizeof dev->ring] = byte;
  dev->tail++;
}

static unsigned char ring_get(struct device *dev) {
  unsigned char byte = dev->ring[dev->head % sizeof dev->ring];
  dev->head++;
  return byte;
}
"""

_MAIN = """
int main(void) {
{probes}  while (1) {
    unsigned which = __VERIFIER_nondet_uint();
    unsigned what = __VERIFIER_nondet_uint();
    struct device *dev = 0;
    switch (which) {
{cases}    default:
      continue;
    }
    if (!dev) { continue; }
    switch (what) {
    case 0:
      dev->operations->open(dev);
      break;
    case 1:
      dev->operations->release(dev);
      break;
    case 2:
      dev->operations->read(dev, __VERIFIER_nondet_uint());
      break;
    case 3:
      dev->operations->write(dev, __VERIFIER_nondet_uint());
      break;
    case 4: {
      unsigned command = __VERIFIER_nondet_uint();
      unsigned argument = __VERIFIER_nondet_uint();
      dev->operations->ioctl(dev, command, argument);
      break;
    }
    default:
      break;
    }
  }
}
"""


def tasks(recipes: dict):
    for devices in DEVICES:
        for expected in (SAFE, UNSAFE):
            yield _driver(devices, expected)


def _driver(devices: int, expected: str) -> Program:
    rng = random.Random(devices)
    wrong = devices - 1 if expected == UNSAFE else None
    parts, witness = [], None
    for k in range(devices):
        text, argument = _device(k, rng, k == wrong)
        parts.append(text)
        if argument is not None:
            # open, the command that keeps the lock, and any other one.
            witness = [k, 0, k, 4, *argument, k, 4, *argument]
    main = _MAIN.replace("{probes}", "".join(
        f"  probe{k}();\n" for k in range(devices))).replace(
        "{cases}", "".join(f"    case {k}:\n      dev = device{k};\n      break;\n"
                           for k in range(devices)))
    text = header(f"{devices} devices behind pointers, each with a lock.\n"
                  f"The answer is {expected}.", REACH_ERROR, ("uint",))
    return Program("drivers", f"driver_{devices:02}_{expected.lower()}", expected,
                   text + _COMMON + "\n" + "\n".join(parts) + main, REACH_ERROR,
                   witness)


def _device(k: int, rng: random.Random, wrong: bool):
    """The text of a device, and the inputs of its wrong command."""
    count = rng.randint(6, 10)
    commands = rng.sample(range(100), count)
    bad = rng.randrange(count) if wrong else None
    cases = "".join(_command(command, rng, n == bad)
                    for n, command in enumerate(commands))
    text = f"""static struct device *device{k};

static int open{k}(struct device *dev) {{
  lock(dev);
  if (dev->users >= {rng.randint(1, 4)}) {{
    unlock(dev);
    return -EBUSY;
  }}
  dev->users++;
  dev->state = {rng.randint(1, 9)};
  write_register(dev, {rng.randrange(16)}, {rng.randrange(256)});
  unlock(dev);
  return 0;
}}

static int release{k}(struct device *dev) {{
  lock(dev);
  if (dev->users > 0) {{ dev->users--; }}
  if (dev->users == 0) {{ dev->state = 0; }}
  unlock(dev);
  return 0;
}}

static int read{k}(struct device *dev, unsigned count) {{
  unsigned sum = 0;
  if (!dev->users) {{ return -EINVAL; }}
  lock(dev);
  for (unsigned i = 0; i < count && !ring_empty(dev); i++) {{
    sum += ring_get(dev);
    dev->figures.sent++;
  }}
  unlock(dev);
  return (int)(sum & 0x7fff);
}}

static int write{k}(struct device *dev, unsigned count) {{
  if (!dev->users) {{ return -EINVAL; }}
  lock(dev);
  for (unsigned i = 0; i < count; i++) {{
    if (ring_full(dev)) {{
      dev->figures.errors++;
      break;
    }}
    ring_put(dev, (unsigned char)(i * {rng.randint(3, 99)}));
    dev->figures.received++;
  }}
  unlock(dev);
  return 0;
}}

static int ioctl{k}(struct device *dev, unsigned command, unsigned argument) {{
  int result = 0;
  lock(dev);
  switch (command) {{
{indent(cases, 2)}  default:
    result = -EINVAL;
    break;
  }}
  unlock(dev);
  return result;
}}

static const struct operations operations{k} = {{
  .open = open{k},
  .release = release{k},
  .read = read{k},
  .write = write{k},
  .ioctl = ioctl{k},
}};

static int probe{k}(void) {{
  struct device *dev = malloc(sizeof *dev);
  if (!dev) {{ return -ENOMEM; }}
  memset(dev, 0, sizeof *dev);
  dev->operations = &operations{k};
  strcpy(dev->name, "device{k}");
  write_register(dev, 0, {rng.randrange(1 << 16)}u);
  device{k} = dev;
  return 0;
}}
"""
    return text, ([commands[bad], 1000] if wrong else None)


def _command(command: int, rng: random.Random, wrong: bool) -> str:
    which, other = rng.randrange(16), rng.randrange(16)
    kind = rng.randrange(4)
    if wrong:
        body = "if (argument > 999) { return -EINVAL; }\n"
    elif kind == 0:
        body = "if (argument > 255) {\n  unlock(dev);\n  return -EINVAL;\n}\n"
    elif kind == 1:
        body = f"result = (int)(read_register(dev, {other}) & 0xff);\n"
    elif kind == 2:
        body = f"if (dev->state == {rng.randint(1, 9)}) {{ dev->figures.errors++; }}\n"
    else:
        body = ("for (unsigned i = 0; i < 16; i++) {\n"
                f"  write_register(dev, i, argument + i * {rng.randint(2, 50)}u);\n"
                "}\n")
    return (f"case {command}:\n{indent(body, 2)}"
            f"  write_register(dev, {which}, argument ^ {rng.randrange(1 << 16)}u);\n"
            "  break;\n")
