package analyzer

// Category groups findings by their subject; its value is the slug.
type Category string

// The categories.
const (
	CategoryDevice       Category = "device"
	CategoryCUDAAPI      Category = "cuda-api"
	CategoryPrecision    Category = "precision"
	CategoryBackendFlag  Category = "backend-flag"
	CategoryDtype        Category = "dtype"
	CategoryRNG          Category = "rng"
	CategoryMemory       Category = "memory"
	CategoryDistributed  Category = "distributed"
	CategoryEnvVar       Category = "env-var"
	CategoryOpSupport    Category = "op-support"
	CategoryDynamicShape Category = "dynamic-shape"
	CategoryControlFlow  Category = "control-flow"
	CategoryHostSync     Category = "host-sync"
	CategoryCompile      Category = "compile"
	CategoryDataLoading  Category = "data-loading"
	CategoryProfiling    Category = "profiling"
	CategoryCheckpoint   Category = "checkpoint"
	CategoryTestGate     Category = "test-gate"
	CategoryLibrary      Category = "library"
	CategoryKernel       Category = "kernel"
	CategoryDependency   Category = "dependency"
	CategoryImage        Category = "image"
	CategoryResource     Category = "resource"
	CategoryInstance     Category = "instance"
	CategoryLaunch       Category = "launch"
	CategoryConfig       Category = "config"
	CategoryAnalysis     Category = "analysis"
)
