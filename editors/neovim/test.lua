-- A session of Neovim with sooth-clangd, set up as docs/Editor.md says:
--   nvim --headless -u NONE -i NONE -n -c "luafile test.lua" -c "cquit 1"
-- with DOCS naming that page and FOLDER an empty folder. Says what it sees, and ends with the
-- exit code 1 at the first thing that does not come.

local folder = vim.env.FOLDER
local source = folder .. "/limit.c"

local function say(text)
  io.stdout:write(text .. "\n")
  io.stdout:flush()
end

local function lenses()
  return vim.tbl_map(function(l) return l.command and l.command.title end, vim.lsp.codelens.get(vim.api.nvim_get_current_buf()))
end

local function until_(what, condition, seconds)
  if vim.wait((seconds or 60) * 1000, condition, 50) then
    return say("seen: " .. what)
  end
  say("not seen: " .. what)
  say(vim.inspect(vim.diagnostic.get(0)))
  say(vim.inspect(lenses()))
  say(vim.api.nvim_exec("messages", true))
  vim.cmd("cquit 1")
end

-- Before 0.8 there is no vim.lsp.start; the page says what is there instead.
if not vim.lsp.start then
  vim.lsp.start = function(settings)
    local client = vim.lsp.start_client(settings)
    vim.lsp.buf_attach_client(0, client)
  end
end
if not vim.fs then
  vim.fs = { find = function() return { folder .. "/.git" } end, dirname = function() return folder end }
end

local page = io.open(vim.env.DOCS):read("*a")
assert(loadstring(page:match("### Neovim.-```lua\n(.-)```")))()

vim.fn.writefile({
  "int limit(int n) {",
  "  int table[4] = {1, 2, 3, 4}, unused;",
  "  /*ü€𝄞*/ return 2147483647 + (n == 7) + table[0] * 0;",
  "}",
}, source)
vim.fn.writefile({ "-Wall" }, folder .. "/compile_flags.txt")
vim.cmd("filetype on")
vim.cmd("edit " .. source)

local function ours()
  return vim.tbl_filter(function(d) return d.source == "sooth" end, vim.diagnostic.get(0))
end
local function has_lens(text)
  vim.lsp.codelens.refresh()
  return vim.tbl_contains(lenses(), text)
end

until_("clangd's warning", function()
  return #vim.diagnostic.get(0) > #ours()
end)
until_("a violation", function() return #ours() == 1 end)
local d = ours()[1]
say(("%d:%d: %s"):format(d.lnum + 1, d.col, d.message))
local steps = d.user_data.lsp.relatedInformation
say(("a run of %d steps, the first: %s"):format(#steps, steps[1].message))
until_("its lens", function() return has_lens("3 checks: 2 proved, 1 violated") end)
until_("the lens of its run", function() return has_lens("show the run to line 3") end)

-- Edited, it is gone at once; saved, what is proved is told.
vim.api.nvim_buf_set_lines(0, 2, 3, true, { "  return 2147483646 + (n == 7) + table[0] * 0;" })
until_("the violation goes", function() return #ours() == 0 end, 2)
until_("the lens of a text that is not verified", function() return has_lens("not verified: run") end)
vim.cmd("silent write")
until_("the proof", function() return has_lens("3 checks: 3 proved") end)
say(("diagnostics of ours then: %d"):format(#ours()))

-- And back, by a lens instead of saving.
vim.api.nvim_buf_set_lines(0, 2, 3, true, { "  return 2147483647 + (n == 7);" })
until_("the lens to run it", function() return has_lens("not verified: run") end)
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.lsp.codelens.run()
until_("the violation of what is not saved", function() return #ours() == 1 end)

-- A run is shown as a message.
local shown
vim.lsp.handlers["window/showMessage"] = function(_, result) shown = result.message end
until_("both lenses", function() return has_lens("show the run to line 3") end)
vim.ui.select = function(items, _, choose)
  for i, item in ipairs(items) do
    if vim.inspect(item):find("show the run", 1, true) then choose(item, i) return end
  end
end
vim.lsp.codelens.run()
until_("the run", function() return shown ~= nil end)
say(shown)
vim.cmd("quitall!")
