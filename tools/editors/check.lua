-- Drives `neuronlint lsp` with Neovim's own client:
--
--	nvim --headless --clean -c 'luafile check.lua'
--
-- in a folder with typed.py, with NEURONLINT in the environment.
local function fail(text)
  io.stderr:write('FAIL: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

local function run()
  local root = vim.loop.cwd()
  vim.cmd('edit typed.py')
  local buffer = vim.api.nvim_get_current_buf()
  local exit
  local id = vim.lsp.start_client({
    name = 'neuronlint',
    cmd = { os.getenv('NEURONLINT'), 'lsp', '--no-cache' },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = 'demo' } },
    on_exit = function(code) exit = code end,
  })
  if not id then
    return fail('the server does not start')
  end
  vim.lsp.buf_attach_client(buffer, id)

  -- codes waits for the findings of the buffer.
  local function codes(...)
    local want = table.concat({ ... }, ' ')
    local got
    local ok = vim.wait(30000, function()
      local list = {}
      for _, d in ipairs(vim.diagnostic.get(buffer)) do
        local lsp = d.user_data and d.user_data.lsp or {}
        table.insert(list, tostring(d.code or lsp.code))
      end
      got = table.concat(list, ' ')
      return got == want
    end, 20)
    if not ok then
      error('findings "' .. got .. '", and not "' .. want .. '"')
    end
  end

  codes('NRN101')
  local d = vim.diagnostic.get(buffer)[1]
  local line = vim.api.nvim_buf_get_lines(buffer, d.lnum, d.lnum + 1, false)[1]
  assert(line:sub(d.col + 1, d.end_col) == '"cuda"', 'the place of the finding: ' .. line:sub(d.col + 1, d.end_col))

  -- Typing, in text that is not saved.
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { 'torch.cuda.synchronize()' })
  codes('NRN101', 'NRN201')
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  codes('NRN101')

  -- A fix, as Neovim makes it.
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = d.lnum, character = 0 }, ['end'] = { line = d.lnum, character = 40 } },
    context = { diagnostics = {}, only = { 'quickfix' } },
  }
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 30000)
  local fixed
  for _, action in ipairs(answers[id].result) do
    if action.isPreferred and not fixed then
      vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
      fixed = true
    end
  end
  assert(fixed, 'no fix')
  line = vim.api.nvim_buf_get_lines(buffer, d.lnum, d.lnum + 1, false)[1]
  assert(line:find('"neuron"', 1, true), 'the fixed line: ' .. line)
  codes()

  -- What is known of an operator.
  local place = { textDocument = params.textDocument, position = { line = d.lnum + 1, character = 12 } }
  local hover = vim.lsp.buf_request_sync(buffer, 'textDocument/hover', place, 30000)
  assert(hover[id].result.contents.value:find('torch.zeros', 1, true), vim.inspect(hover))

  vim.lsp.stop_client(id)
  vim.wait(10000, function() return exit ~= nil end, 20)
  assert(exit == 0, 'exit code ' .. tostring(exit))
  local v = vim.version()
  print(('Neovim %d.%d.%d: findings, typing, a fix and hover'):format(v.major, v.minor, v.patch))
end

local ok, problem = pcall(run)
if ok then
  vim.cmd('qall!')
else
  fail(tostring(problem))
end
