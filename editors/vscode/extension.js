// The extension starts `neuronlint lsp` and leaves the rest to it.
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

// serverOptions are how the program is run, by the user's settings.
function serverOptions() {
	const settings = vscode.workspace.getConfiguration('neuronlint');
	const command = settings.get('path') || 'neuronlint';
	return { command, args: ['lsp', ...(settings.get('arguments') || [])], transport: TransportKind.stdio };
}

// clientOptions are the documents that the server is told of: code, and the project files
// that have rules of their own.
function clientOptions() {
	return {
		documentSelector: [
			{ language: 'python' },
			{ scheme: 'file', pattern: '**/{pyproject.toml,Pipfile,setup.cfg}' },
			{ scheme: 'file', pattern: '**/*{requirements,constraints}*.{txt,in}' },
			{ scheme: 'file', pattern: '**/requirements/*.{txt,in}' },
			{ scheme: 'file', pattern: '**/*{Dockerfile,dockerfile,Containerfile,containerfile}*' },
			{ scheme: 'file', pattern: '**/*.{yml,yaml,sh,bash,slurm,sbatch}' },
		],
		initializationOptions: { settings: vscode.workspace.getConfiguration('neuronlint') },
		synchronize: { configurationSection: 'neuronlint' },
	};
}

async function start() {
	client = new LanguageClient('neuronlint', 'neuronlint', serverOptions(), clientOptions());
	try {
		await client.start();
	} catch (error) {
		vscode.window.showErrorMessage(`neuronlint could not be started: ${error.message}. The setting neuronlint.path names the program.`);
	}
}

async function stop() {
	const running = client;
	client = undefined;
	await running?.stop();
}

async function restart() {
	await stop();
	await start();
}

async function activate(context) {
	context.subscriptions.push(
		vscode.commands.registerCommand('neuronlint.restart', restart),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration('neuronlint.path') || change.affectsConfiguration('neuronlint.arguments')) {
				return restart();
			}
		}),
	);
	await start();
}

module.exports = { activate, deactivate: stop };
