// Drives `neuronlint lsp` with the library that Visual Studio Code talks to language
// servers with, and holds all that comes back against its types:
//
//	node client.mjs NEURONLINT FOLDER
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const [program, folder] = process.argv.slice(2);
const { Diagnostic, CodeAction, CodeLens, WorkspaceEdit, Hover } = lsp;
const uri = (name) => pathToFileURL(join(folder, name)).href;
const patience = setTimeout(() => {
	console.error('waited in vain; shown:', JSON.stringify([...shown.values()]));
	process.exit(1);
}, 60_000);

const server = spawn(program, ['lsp', '--no-cache', '--log'], { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise((resolve) => server.on('exit', resolve));
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));

const shown = new Map();
let wake = () => {};
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
	assert(params.diagnostics.every((d) => Diagnostic.is(d)), JSON.stringify(params));
	shown.set(params.uri, params);
	wake();
});
const registered = [];
connection.onRequest(lsp.RegistrationRequest.type, (params) => void registered.push(...params.registrations));
connection.onRequest(lsp.ConfigurationRequest.type, (params) => params.items.map(() => ({ diagnostics: 'open' })));
const refreshed = new Promise((resolve) => connection.onRequest(lsp.CodeLensRefreshRequest.type, () => void resolve()));
connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, () => {});
connection.onUnhandledNotification((message) => assert(message.method.startsWith('$/'), message.method));
connection.onError(([error]) => assert.fail(error));
connection.listen();

// codes waits for the findings of a version of a document.
async function codes(document, version, ...want) {
	for (;;) {
		const now = shown.get(document);
		if (now?.version === version && JSON.stringify(now.diagnostics.map((d) => d.code)) === JSON.stringify(want)) {
			return now.diagnostics;
		}
		await new Promise((resolve) => { wake = resolve; });
	}
}

const answer = await connection.sendRequest(lsp.InitializeRequest.type, {
	processId: process.pid,
	rootUri: null,
	workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'demo' }],
	capabilities: {
		general: { positionEncodings: ['utf-16'] },
		window: { workDoneProgress: true },
		workspace: { configuration: true, codeLens: { refreshSupport: true }, workspaceFolders: true, workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
		notebookDocument: { synchronization: {} },
		textDocument: {
			publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
			codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } }, dataSupport: true, resolveSupport: { properties: ['edit'] }, isPreferredSupport: true },
			hover: { contentFormat: ['markdown'] },
		},
	},
});
assert.equal(answer.serverInfo.name, 'neuronlint');
assert.equal(answer.capabilities.positionEncoding, 'utf-16');
await connection.sendNotification(lsp.InitializedNotification.type, {});

// A document that is typed in.
const text = 'import torch\n\ns = "\u{1F600}"; device = torch.device("cuda")\nx = torch.zeros(3, device=device)\n';
let typed = TextDocument.create(uri('typed.py'), 'python', 1, 'import torch\n');
writeFileSync(join(folder, 'typed.py'), 'import torch\n');
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri: typed.uri, languageId: 'python', version: 1, text: typed.getText() } });
await codes(typed.uri, 1);
let version = 1;
for (const letter of text.slice('import torch\n'.length)) {
	version++;
	const end = typed.positionAt(typed.getText().length);
	const contentChanges = [{ range: { start: end, end }, text: letter }];
	typed = TextDocument.update(typed, contentChanges, version);
	await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri: typed.uri, version }, contentChanges });
}
assert.equal(typed.getText(), text);
const [finding] = await codes(typed.uri, version, 'NRN101');
assert.equal(typed.getText(finding.range), '"cuda"');
assert.match(finding.codeDescription.href, /NRN101\.md$/);
assert.equal(typed.getText(finding.relatedInformation[0].location.range), 'device');

// Its fixes.
const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: { uri: typed.uri }, range: finding.range, context: { diagnostics: [finding] } });
assert(actions.every((a) => a.data !== undefined || CodeAction.is(a)), JSON.stringify(actions)); // one with data has its edit made when it is asked for
const apply = (edit) => {
	assert(WorkspaceEdit.is(edit), JSON.stringify(edit));
	const [change] = edit.documentChanges;
	assert.deepEqual(change.textDocument, { uri: typed.uri, version });
	return TextDocument.applyEdits(typed, change.edits);
};
const mended = text.replace('"cuda"', '"neuron"');
assert.equal(apply(actions.find((a) => a.isPreferred).edit), mended);
assert.equal(apply(actions.find((a) => a.title.startsWith('Silence')).edit), text.replace('("cuda")', '("cuda")  # neuronlint: ignore[NRN101]'));
const all = actions.find((a) => a.kind === 'source.fixAll.neuronlint');
assert.equal(apply((await connection.sendRequest(lsp.CodeActionResolveRequest.type, all)).edit), mended);

// What is known of an operator.
const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument: { uri: typed.uri }, position: typed.positionAt(text.indexOf('zeros') + 1) });
assert(Hover.is(hover), JSON.stringify(hover));
assert.match(hover.contents.value, /torch\.zeros/);

// The verdict on a program, at the line that asks whether it is the main one.
const entry = 'import torch\n\nif __name__ == "__main__":\n\tprint(torch.zeros(3))\n';
writeFileSync(join(folder, 'program.py'), entry);
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri: uri('program.py'), languageId: 'python', version: 1, text: entry } });
const [lens, ...others] = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument: { uri: uri('program.py') } });
assert(CodeLens.is(lens) && lens.command === undefined && lens.range.start.line === 2 && others.length === 0, JSON.stringify([lens, others]));
const judged = await connection.sendRequest(lsp.CodeLensResolveRequest.type, lens);
assert(CodeLens.is(judged), JSON.stringify(judged));
assert.equal(judged.command.title, 'Neuron: ready');
await connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: { uri: uri('program.py') } });
await refreshed;

// The findings of the demo are those of check.
const open = ['train.py', 'model.py', 'launch.py'];
for (const name of open) {
	await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri: uri(name), languageId: 'python', version: 1, text: readFileSync(join(folder, name), 'utf8') } });
}
const checked = JSON.parse(readFileSync(join(folder, 'checked.json'), 'utf8')).diagnostics.filter((d) => !d.suppressed);
for (const name of open) {
	const want = checked.filter((d) => d.path === name);
	assert(want.length > 0, name);
	const got = await codes(uri(name), 1, ...want.map((d) => d.code));
	assert.deepEqual(got.map((d) => d.range.start.line + 1), want.map((d) => d.line), name);
}

// A notebook, whose cells are documents.
const cells = ['# CUDA', 'import torch', 'd = torch.device("cuda")\ntorch.zeros(3, device=d)'].map((source, i) => ({ uri: `vscode-notebook-cell:${new URL(uri('book.ipynb')).pathname}#W${i}`, languageId: i ? 'python' : 'markdown', version: 1, text: source }));
await connection.sendNotification(lsp.DidOpenNotebookDocumentNotification.type, {
	notebookDocument: { uri: uri('book.ipynb'), notebookType: 'jupyter-notebook', version: 1, metadata: { metadata: { language_info: { name: 'python' } } }, cells: cells.map((cell, i) => ({ kind: i ? 2 : 1, document: cell.uri })) },
	cellTextDocuments: cells,
});
writeFileSync(join(folder, 'book.ipynb'), '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}');
await connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri('book.ipynb'), type: 1 }] });
const [inCell] = await codes(cells[2].uri, 1, 'NRN101');
assert.deepEqual(inCell.range, { start: { line: 0, character: 17 }, end: { line: 0, character: 23 } });

// The settings change.
writeFileSync(join(folder, 'neuronlint.toml'), 'ignore = ["NRN101"]\n');
await connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri('neuronlint.toml'), type: 1 }] });
await codes(typed.uri, version);
assert(registered.some((r) => r.method === 'workspace/didChangeWatchedFiles'));

await connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: typed.uri } });
await connection.sendRequest(lsp.ShutdownRequest.type);
await connection.sendNotification(lsp.ExitNotification.type);
assert.equal(await ended, 0);
clearTimeout(patience);
console.log('client library of VS Code: findings, fixes, hover, notebook and settings');
