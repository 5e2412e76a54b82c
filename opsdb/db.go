package opsdb

//go:generate go -C .. run ./opsdb/gen/main.go

import (
	"cmp"
	"io/fs"
	"strings"
	"sync"
)

// version is the version of the data: the SDK it was made for and a counter
// that grows with each release of the tables.
const version = "2.26+1"

// DB answers questions about the tables. Each table is read when the first question
// about it comes; a DB may be used from several goroutines.
//
// A table that cannot be read behaves as if it were empty, and no lookup ever fails:
// missing means unknown, and unknown is never reported. Validate reports the errors.
type DB struct {
	overlay      string // a hash of a team's own verdicts, "" without any
	identity     string // see Identity
	fsys         fs.FS  // for Validate, which reads all there is of a table
	apis         func() (apiTexts, error)
	replacements func() (sortedText, error)
	symbols      func() (symbolTable, error)
	libraries    func() (map[string]Library, error)
	environment  func() (envTable, error)
	returns      func() (sortedText, error)
	deviceParams func() (deviceParamTable, error)
	modules      func() (moduleAliases, error)
	operators    func() (sortedText, error)
	declarations func() (sortedText, error)
	publicAPIs   func() (sortedText, error)
	reached      func() (map[string][]string, error)
	apiAliases   func() map[string]string
	parameters   func() (sortedText, error)
	models       func() (modelTable, error)
	instances    func() (instanceTable, error)
	deploy       func() (deployTable, error)
	project      func() (projectTable, error)
	dtypes       func() (dtypeTable, error)
	releases     func() (sdkTable, error)
	limits       func() (limitTable, error)
	collectives  func() (map[string][]Collective, error)
	options      func() (frameworkOptions, error)
	jaxPlatforms func() (map[string]JAXPlatform, error)
	jaxSettings  func() (map[string]JAXSetting, error)
	jaxWrappers  func() (map[string]JAXWrapper, error)
	jaxFlow      func() (map[string]JAXControlFlow, error)
	graphBreaks  func() (map[string][]GraphBreak, error)
	hostReads    func() (map[string]HostRead, error)
	cudaWords    func() (*CUDAWords, error)
	stateless    func() (map[string]Stateless, error)
	traits       func() (map[string]Trait, error)
	transforms   func() (map[string]Transform, error)
	vendors      func() (*Vendors, error)
	efforts      func() (map[effortKey]Effort, error)

	packages     packageLists
	spellings    *remembered[string, string] // see Canonical
	cudaAPIs     *remembered[string, *API]
	replaced     *remembered[replacementKey, *Replacement]
	returned     *remembered[string, *Returns]
	signatures   *remembered[string, *[]Parameter]
	judgements   *remembered[judged, Judgement]
	operatorAPIs *remembered[string, *OperatorAPI]
	chosen       *remembered[optionKey, []FrameworkOption]
}

// New returns a database over the embedded tables. It reads nothing yet.
func New() *DB {
	return newDB(shippedTables())
}

// newDB returns a database over the tables in the root of fsys.
func newDB(fsys fs.FS) *DB {
	db := &DB{
		fsys:         fsys,
		apis:         lazily(fsys, findAPIs),
		replacements: lazily(fsys, findReplacements),
		symbols:      lazily(fsys, loadSymbols),
		libraries:    lazily(fsys, loadLibraries),
		environment:  lazily(fsys, loadEnvironment),
		returns:      lazily(fsys, findReturns),
		deviceParams: lazily(fsys, loadDeviceParams),
		modules:      lazily(fsys, loadModuleAliases),
		operators:    lazily(fsys, loadOperators),
		declarations: lazily(fsys, loadDeclarations),
		publicAPIs:   lazily(fsys, loadOperatorAPIs),
		reached:      lazily(fsys, loadReached),
		parameters:   lazily(fsys, findParameters),
		models:       lazily(fsys, loadModels),
		instances:    lazily(fsys, loadInstances),
		deploy:       lazily(fsys, loadDeploy),
		project:      lazily(fsys, loadProject),
		dtypes:       lazily(fsys, loadDTypes),
		releases:     lazily(fsys, loadSDK),
		limits:       lazily(fsys, loadLimits),
		collectives:  lazily(fsys, loadCollectives),
		options:      lazily(fsys, loadFrameworkOptions),
		jaxPlatforms: lazily(fsys, loadJAXPlatforms),
		jaxSettings:  lazily(fsys, loadJAXSettings),
		jaxWrappers:  lazily(fsys, loadJAXWrappers),
		jaxFlow:      lazily(fsys, loadJAXControlFlow),
		graphBreaks:  lazily(fsys, loadGraphBreaks),
		hostReads:    lazily(fsys, loadHostReads),
		cudaWords:    lazily(fsys, loadCUDAWords),
		stateless:    lazily(fsys, loadStateless),
		traits:       lazily(fsys, loadTraits),
		transforms:   lazily(fsys, loadTransforms),
		vendors:      lazily(fsys, loadVendors),
		efforts:      lazily(fsys, loadEfforts),
		spellings:    newRemembered[string, string](),
		cudaAPIs:     newRemembered[string, *API](),
		replaced:     newRemembered[replacementKey, *Replacement](),
		returned:     newRemembered[string, *Returns](),
		signatures:   newRemembered[string, *[]Parameter](),
		judgements:   newRemembered[judged, Judgement](),
		operatorAPIs: newRemembered[string, *OperatorAPI](),
		chosen:       newRemembered[optionKey, []FrameworkOption](),
	}
	db.apiAliases = sync.OnceValue(func() map[string]string {
		table, _ := db.publicAPIs()
		return table.pairs(2)
	})
	db.packages = newPackageLists(db)
	return db
}

// lazily puts the reading of one table off until it is asked for, and does it
// once. When the table does not load, the value is the zero value.
func lazily[T any](fsys fs.FS, load func(fs.FS) (T, error)) func() (T, error) {
	return sync.OnceValues(func() (T, error) {
		table, err := load(fsys)
		if err != nil {
			var empty T
			return empty, err
		}
		return table, nil
	})
}

// Version is the version of the data, "2.26+1": made for SDK 2.26, first
// release. Where a team's own verdicts are laid over it, "+overlay." and a hash
// of them follow, so that no output looks like that of the database alone.
func (db *DB) Version() string {
	if db.overlay == "" {
		return version
	}
	return version + "+overlay." + db.overlay
}

// Identity tells databases apart that may answer differently. It is for
// programs: unlike Version it differs wherever a team's own verdicts do, and
// wherever they lie elsewhere, since each answer names its source.
func (db *DB) Identity() string { return cmp.Or(db.identity, version) }

// API returns the facts about a CUDA-side name of the framework. The name may be any
// spelling of it that the framework has.
func (db *DB) API(name string) (API, bool) {
	found := db.cudaAPIs.get(name, func() *API {
		table, _ := db.apis()
		if api, ok := table.api(db.Canonical(name)); ok {
			return &api
		}
		if api, ok := table.api(cudaBindings + "*"); ok && strings.HasPrefix(name, cudaBindings) {
			api.Name = name
			return &api
		}
		return nil
	})
	if found == nil {
		return API{}, false
	}
	return *found, true
}

// cudaBindings begins the names of PyTorch's private bindings to CUDA, of which
// the table has one row for all.
const cudaBindings = "torch._C._cuda_"

// Replacement returns the code to write instead of api under a rewrite. Names of the
// framework that are not CUDA-side (torch.compile) may have one too.
func (db *DB) Replacement(api string, rw Rewrite) (Replacement, bool) {
	found := db.replaced.get(replacementKey{api, rw}, func() *Replacement {
		table, _ := db.replacements()
		return replacementIn(table, replacementKey{db.Canonical(api), rw})
	})
	if found == nil {
		return Replacement{}, false
	}
	return *found, true
}

// Library returns the row for an imported module: that of the longest dotted
// prefix of its name, so numba.cuda.random is numba.cuda and not numba.
func (db *DB) Library(importName string) (Library, bool) {
	table, _ := db.libraries()
	for name := importName; ; {
		if lib, ok := table[name]; ok {
			return lib, true
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return Library{}, false
		}
		name = name[:dot]
	}
}

// EnvVar returns the row for an environment variable. An exact name beats a
// prefix, a longer prefix a shorter one.
func (db *DB) EnvVar(name string) (EnvVar, bool) {
	table, _ := db.environment()
	return table.lookup(name)
}

// Returns describes the result of calling or reading an API.
func (db *DB) Returns(api string) (Returns, bool) {
	found := db.returned.get(api, func() *Returns {
		table, _ := db.returns()
		if r := returnsIn(table, api); r != nil {
			return r
		}
		return returnsIn(table, db.Canonical(api))
	})
	if found == nil {
		return Returns{}, false
	}
	return *found, true
}

// DeviceParams returns the parameters of an API that take a device, in
// positional order, keyword-only ones last.
func (db *DB) DeviceParams(api string) []DeviceParam {
	table, _ := db.deviceParams()
	if params := table.lookup(api); params != nil {
		return params
	}
	return table.lookup(db.Canonical(api))
}

// Symbol tells whether a fix may name api: whether PyTorch 2.8, torch-xla 2.8,
// JAX 0.6.2 or the documented Neuron packages have it.
func (db *DB) Symbol(api string) bool {
	table, _ := db.symbols()
	_, ok := table[api]
	return ok
}

// Canonical returns the shortest documented spelling of a name that the
// framework has in several modules: torch.cuda.memory.empty_cache is
// torch.cuda.empty_cache. Other names are returned as they are.
func (db *DB) Canonical(name string) string {
	return db.spellings.get(name, func() string { return db.canonical(name) })
}

func (db *DB) canonical(name string) string {
	if table, _ := db.apis(); table.byAlias != nil {
		if canonical, ok := table.canonical(name); ok {
			return canonical
		}
	}
	modules, _ := db.modules()
	return modules.canonical(name)
}
