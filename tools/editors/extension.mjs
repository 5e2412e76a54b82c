// Loads the extension for Visual Studio Code in Node, with a stand-in for the editor's own
// module, and holds its manifest against what the editor asks of one:
//
//	node extension.mjs FOLDER
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2]);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
for (const field of ['name', 'displayName', 'description', 'version', 'publisher', 'license']) {
	assert.equal(typeof manifest[field], 'string', field);
}
assert.match(manifest.name, /^[a-z0-9][a-z0-9-]*$/);
assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
assert(existsSync(join(folder, manifest.main)), manifest.main);
for (const file of ['README.md', 'LICENSE']) {
	assert(existsSync(join(folder, file)), file);
}

// The stand-in answers any question with a class that may be extended, called and asked.
const used = new Set();
const defaults = Object.fromEntries(Object.entries(manifest.contributes.configuration.properties).map(([key, p]) => {
	assert.equal(typeof p.description, 'string', key);
	assert('default' in p && 'type' in p, key);
	return [key.replace(/^neuronlint\./, ''), p.default];
}));
const commands = new Map();
const errors = [];
const anything = () => new Proxy(class {}, {
	get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : anything()),
	apply: () => ({ dispose() {} }),
});
const vscode = new Proxy({
	workspace: {
		getConfiguration: () => ({ ...defaults, get: (key) => { used.add(key); assert(key in defaults, key); return defaults[key]; } }),
		onDidChangeConfiguration: () => ({ dispose() {} }),
	},
	commands: { registerCommand: (name, run) => { commands.set(name, run); return { dispose() {} }; } },
	window: { showErrorMessage: (text) => errors.push(text) },
}, { get: (target, key) => target[key] ?? anything() });

const started = [];
const require = createRequire(import.meta.url);
const languageClient = require.resolve('vscode-languageclient/node');
const load = Module._load;
Module._load = (request, ...rest) => {
	switch (request) {
	case 'vscode':
		return vscode;
	case 'vscode-languageclient/node':
		class LanguageClient {
			constructor(...args) { started.push(args); }
			async start() {}
			async stop() {}
		}
		return { ...load(languageClient, ...rest), LanguageClient };
	}
	return load(request, ...rest);
};
const extension = require(join(folder, manifest.main));
const context = { subscriptions: [] };
await extension.activate(context);
assert.deepEqual([...commands.keys()], manifest.contributes.commands.map((c) => c.command));
assert.deepEqual(errors, []);
await commands.get('neuronlint.restart')();
assert.equal(started.length, 2);
const [id, , server, client] = started[0];
assert.equal(id, 'neuronlint');
assert.deepEqual([server.command, server.args], ['neuronlint', ['lsp']]);
assert(client.documentSelector.some((s) => s.language === 'python'));
await extension.deactivate();
console.log('extension for VS Code: loads, starts the server and registers its commands');
