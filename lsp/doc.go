// Package lsp is a language server: it shows the findings of a project in an editor while
// somebody types, with fixes, and says what is known of an operator under the cursor.
//
// The server holds the open documents (documents, notebook) and one engine for each
// folder of the workspace (engine). An engine runs the driver over its folder, with the
// texts of open documents laid over the files, and publishes what comes out. Requests
// (action, hover) are answered from the last run, or from one of their own.
//
// The protocol's types are written here as far as they are used (protocol), since no
// library of them for Go is both alive and light; JSON-RPC comes from one that is.
package lsp
