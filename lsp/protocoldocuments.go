package lsp

import "encoding/json"

// The messages about documents, notebooks, folders and settings.

// syncIncremental has the client send changes, not whole texts.
const syncIncremental = 2

type (
	textDocumentItem struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	}
	documentIdentifier struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	}
	didOpenParams struct {
		TextDocument textDocumentItem `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument   documentIdentifier `json:"textDocument"`
		ContentChanges []contentChange    `json:"contentChanges"`
	}
	contentChange struct {
		Range *textRange `json:"range"` // nil: the whole text
		Text  string     `json:"text"`
	}
	documentParams struct { // of didSave and didClose
		TextDocument documentIdentifier `json:"textDocument"`
	}
	positionParams struct {
		TextDocument documentIdentifier `json:"textDocument"`
		Position     position           `json:"position"`
	}
	foldersParams struct {
		Event struct {
			Added   []workspaceFolder `json:"added"`
			Removed []workspaceFolder `json:"removed"`
		} `json:"event"`
	}
	watchedFilesParams struct {
		Changes []struct {
			URI string `json:"uri"`
		} `json:"changes"`
	}
	configurationParams struct {
		Settings json.RawMessage `json:"settings"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

type (
	notebookDocument struct {
		URI          string          `json:"uri"`
		NotebookType string          `json:"notebookType"`
		Version      int             `json:"version"`
		Metadata     json.RawMessage `json:"metadata"`
		Cells        []notebookCell  `json:"cells"`
	}
	notebookCell struct {
		Kind     int    `json:"kind"`
		Document string `json:"document"`
	}
	notebookOpenParams struct {
		NotebookDocument  notebookDocument   `json:"notebookDocument"`
		CellTextDocuments []textDocumentItem `json:"cellTextDocuments"`
	}
	notebookCloseParams struct {
		NotebookDocument  documentIdentifier   `json:"notebookDocument"`
		CellTextDocuments []documentIdentifier `json:"cellTextDocuments"`
	}
	notebookChangeParams struct {
		NotebookDocument documentIdentifier `json:"notebookDocument"`
		Change           struct {
			Metadata json.RawMessage `json:"metadata"`
			Cells    *struct {
				Structure *struct {
					Array struct {
						Start       int            `json:"start"`
						DeleteCount int            `json:"deleteCount"`
						Cells       []notebookCell `json:"cells"`
					} `json:"array"`
					DidOpen  []textDocumentItem   `json:"didOpen"`
					DidClose []documentIdentifier `json:"didClose"`
				} `json:"structure"`
				Data        []notebookCell `json:"data"`
				TextContent []struct {
					Document documentIdentifier `json:"document"`
					Changes  []contentChange    `json:"changes"`
				} `json:"textContent"`
			} `json:"cells"`
		} `json:"change"`
	}
)

// cellCode is the kind of a cell that holds code.
const cellCode = 2
