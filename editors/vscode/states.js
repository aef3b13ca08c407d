// Which lines get which mark, by what the server says of functions.
"use strict";

/** The marks that there are pictures of, with the states that have them. */
const MARKS = {
  proved: ["proved"],
  violated: ["violated"],
  unknown: ["unknown"],
  running: ["running", "queued"],
  stale: ["stale"],
};

/** Lines by mark. Functions without checks have none. */
function linesByMark(said) {
  const lines = {};
  for (const mark of Object.keys(MARKS)) lines[mark] = [];
  for (const f of said.functions)
    for (const [mark, states] of Object.entries(MARKS))
      if (states.includes(f.state))
        lines[mark].push({ line: f.range.start.line, text: f.text || f.state });
  return lines;
}

/** Whether it says less than what was said before: about an older text. */
function isOlder(said, before) {
  return before !== undefined && said.version < before.version;
}

module.exports = { MARKS, linesByMark, isOlder };
