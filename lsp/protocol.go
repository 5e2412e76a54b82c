package lsp

import "encoding/json"

// The types of the Language Server Protocol 3.17, by the names that it gives them, as far
// as they are used.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

type (
	position struct {
		Line      int `json:"line"`      // 0-based
		Character int `json:"character"` // 0-based, in units of the encoding that was agreed on
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	textDocumentEdit struct {
		TextDocument versionedDocument `json:"textDocument"`
		Edits        []textEdit        `json:"edits"`
	}
	versionedDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"` // null for a file that is not open
	}
	workspaceEdit struct {
		Changes         map[string][]textEdit `json:"changes,omitempty"`
		DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
	}
)

type (
	initializeParams struct {
		RootURI               string             `json:"rootUri"`
		RootPath              string             `json:"rootPath"`
		WorkspaceFolders      []workspaceFolder  `json:"workspaceFolders"`
		Capabilities          clientCapabilities `json:"capabilities"`
		InitializationOptions json.RawMessage    `json:"initializationOptions"`
	}
	workspaceFolder struct {
		URI  string `json:"uri"`
		Name string `json:"name"`
	}
	clientCapabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			Configuration bool `json:"configuration"`
			CodeLens      struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
			DidChangeConfiguration struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeConfiguration"`
		} `json:"workspace"`
		TextDocument struct {
			PublishDiagnostics struct {
				RelatedInformation     bool            `json:"relatedInformation"`
				VersionSupport         bool            `json:"versionSupport"`
				CodeDescriptionSupport bool            `json:"codeDescriptionSupport"`
				TagSupport             json.RawMessage `json:"tagSupport"` // once a boolean
			} `json:"publishDiagnostics"`
			CodeAction struct {
				ResolveSupport *struct {
					Properties []string `json:"properties"`
				} `json:"resolveSupport"`
				DataSupport bool `json:"dataSupport"`
			} `json:"codeAction"`
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	}
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	serverCapabilities struct {
		PositionEncoding     string              `json:"positionEncoding"`
		TextDocumentSync     syncOptions         `json:"textDocumentSync"`
		NotebookDocumentSync notebookSyncOptions `json:"notebookDocumentSync"`
		HoverProvider        bool                `json:"hoverProvider"`
		CodeActionProvider   codeActionOptions   `json:"codeActionProvider"`
		CodeLensProvider     codeLensOptions     `json:"codeLensProvider"`
		Workspace            workspaceServer     `json:"workspace"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"`
		Save      bool `json:"save"`
	}
	notebookSyncOptions struct {
		NotebookSelector []notebookSelector `json:"notebookSelector"`
		Save             bool               `json:"save"`
	}
	notebookSelector struct {
		Notebook string `json:"notebook"`
	}
	codeActionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
		ResolveProvider bool     `json:"resolveProvider"`
	}
	codeLensOptions struct {
		ResolveProvider bool `json:"resolveProvider"`
	}
	workspaceServer struct {
		WorkspaceFolders folderOptions `json:"workspaceFolders"`
	}
	folderOptions struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	}
)

type (
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              textRange          `json:"range"`
		Severity           int                `json:"severity"`
		Code               string             `json:"code"`
		CodeDescription    *codeDescription   `json:"codeDescription,omitempty"`
		Source             string             `json:"source"`
		Message            string             `json:"message"`
		Tags               []int              `json:"tags,omitempty"`
		RelatedInformation []relatedPlace     `json:"relatedInformation,omitempty"`
		Data               *diagnosticOrigins `json:"data,omitempty"`
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	relatedPlace struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	diagnosticOrigins struct {
		Fingerprint string `json:"fingerprint"`
	}
)

// Severities and tags of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
	severityInfo    = 3
	severityHint    = 4

	tagUnnecessary = 1
	tagDeprecated  = 2
)

type (
	codeLens struct {
		Range   textRange   `json:"range"`
		Command *command    `json:"command,omitempty"`
		Data    *lensOrigin `json:"data,omitempty"`
	}
	// command is a title alone: a click does nothing.
	command struct {
		Title   string `json:"title"`
		Command string `json:"command"`
	}
	lensOrigin struct {
		URI string `json:"uri"`
	}
)

type (
	codeActionParams struct {
		TextDocument documentIdentifier `json:"textDocument"`
		Range        textRange          `json:"range"`
		Context      struct {
			Only []string `json:"only"`
		} `json:"context"`
	}
	codeAction struct {
		Title       string          `json:"title"`
		Kind        string          `json:"kind"`
		Diagnostics []diagnostic    `json:"diagnostics,omitempty"`
		IsPreferred bool            `json:"isPreferred,omitempty"`
		Edit        *workspaceEdit  `json:"edit,omitempty"`
		Data        json.RawMessage `json:"data,omitempty"`
	}
	actionData struct {
		URI string `json:"uri"`
	}
	hover struct {
		Contents markupContent `json:"contents"`
		Range    *textRange    `json:"range,omitempty"`
	}
	markupContent struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
)

// Kinds of code actions.
const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll"
	kindOwnAll   = "source.fixAll.neuronlint"
)

type (
	registrationParams struct {
		Registrations []registration `json:"registrations"`
	}
	registration struct {
		ID              string `json:"id"`
		Method          string `json:"method"`
		RegisterOptions any    `json:"registerOptions,omitempty"`
	}
	watcherOptions struct {
		Watchers []fileWatcher `json:"watchers"`
	}
	fileWatcher struct {
		GlobPattern string `json:"globPattern"`
	}
	configurationItems struct {
		Items []configurationItem `json:"items"`
	}
	configurationItem struct {
		Section string `json:"section"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	progressCreate struct {
		Token string `json:"token"`
	}
	progressParams struct {
		Token string        `json:"token"`
		Value progressValue `json:"value"`
	}
	progressValue struct {
		Kind    string `json:"kind"`
		Title   string `json:"title,omitempty"`
		Message string `json:"message,omitempty"`
	}
)

// Types of messages.
const (
	messageError   = 1
	messageWarning = 2
)

// Codes of errors beyond those of JSON-RPC.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeContentModified  = -32801
)
