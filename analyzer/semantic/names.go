package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/guard"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/place"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

type (
	// Confidence is [infer.Confidence].
	Confidence = infer.Confidence
	// Constant is [infer.Constant].
	Constant = infer.Constant
	// Def is [infer.Def].
	Def = infer.Def
	// Files is [infer.Files].
	Files = infer.Files
	// ForeignDef is [infer.ForeignDef].
	ForeignDef = infer.ForeignDef
	// Global is [infer.Global].
	Global = infer.Global
	// Interrupt is [infer.Interrupt].
	Interrupt = infer.Interrupt
	// Kind is [infer.Kind].
	Kind = infer.Kind
	// Lookup is [infer.Lookup].
	Lookup = infer.Lookup
	// Module is [infer.Module].
	Module = infer.Module
	// Origin is [value.Origin].
	Origin = value.Origin
	// Preset is [value.Preset].
	Preset = value.Preset
	// Ref is [infer.Ref].
	Ref = infer.Ref
	// SourceForm is [infer.SourceForm].
	SourceForm = infer.SourceForm
	// Stored is [infer.Stored].
	Stored = infer.Stored
	// Symbol is [infer.Symbol].
	Symbol = infer.Symbol
	// Table is [infer.Table].
	Table = infer.Table
	// Truth is [infer.Truth].
	Truth = infer.Truth
	// Type is [infer.Type].
	Type = infer.Type
)

// The constants of package infer.
const (
	Certain          = infer.Certain
	ConstantBool     = infer.ConstantBool
	ConstantDType    = infer.ConstantDType
	ConstantNone     = infer.ConstantNone
	ConstantNumber   = infer.ConstantNumber
	ConstantObject   = infer.ConstantObject
	ConstantSequence = infer.ConstantSequence
	ConstantString   = infer.ConstantString
	DefAssign        = infer.DefAssign
	DefAug           = infer.DefAug
	DefDelete        = infer.DefDelete
	DefExcept        = infer.DefExcept
	DefFor           = infer.DefFor
	DefImport        = infer.DefImport
	DefParam         = infer.DefParam
	DefUnpack        = infer.DefUnpack
	DefWith          = infer.DefWith
	DeviceModule     = infer.DeviceModule
	FormComputed     = infer.FormComputed
	FormIndexed      = infer.FormIndexed
	FormPlain        = infer.FormPlain
	KindArray        = infer.KindArray
	KindBool         = infer.KindBool
	KindDType        = infer.KindDType
	KindDataLoader   = infer.KindDataLoader
	KindDevice       = infer.KindDevice
	KindDict         = infer.KindDict
	KindFloat        = infer.KindFloat
	KindInstance     = infer.KindInstance
	KindInt          = infer.KindInt
	KindModule       = infer.KindModule
	KindNDArray      = infer.KindNDArray
	KindNone         = infer.KindNone
	KindOptimizer    = infer.KindOptimizer
	KindSequence     = infer.KindSequence
	KindSize         = infer.KindSize
	KindString       = infer.KindString
	KindTensor       = infer.KindTensor
	KindUnknown      = infer.KindUnknown
	Likely           = infer.Likely
	Possible         = infer.Possible
	Unresolved       = infer.Unresolved
)

// MaxReaching is [scope.MaxReaching].
const MaxReaching = scope.MaxReaching

// WithoutGPU is [guard.WithoutGPU].
const WithoutGPU = guard.WithoutGPU

// ErrInterrupted is [infer.ErrInterrupted].
var ErrInterrupted = infer.ErrInterrupted

// DeviceName is [flow.DeviceName].
func DeviceName(name string) bool { return flow.DeviceName(name) }

// HoldsSettings is [infer.HoldsSettings].
func HoldsSettings(t *syntax.Tree, obj syntax.Node) bool { return infer.HoldsSettings(t, obj) }

// RegionKind is [cadence.RegionKind].
type RegionKind = cadence.RegionKind

// The constants of package cadence.
const (
	CadenceBatch   = cadence.CadenceBatch
	CadenceStep    = cadence.CadenceStep
	RegionCompiled = cadence.RegionCompiled
	RegionData     = cadence.RegionData
	RegionDecoding = cadence.RegionDecoding
	RegionForward  = cadence.RegionForward
	RegionMain     = cadence.RegionMain
	RegionModule   = cadence.RegionModule
	RegionOther    = cadence.RegionOther
	RegionSetup    = cadence.RegionSetup
	RegionTest     = cadence.RegionTest
	RegionTraining = cadence.RegionTraining
)

type (
	// Act is [flow.Act].
	Act = flow.Act
	// Callee is [flow.Callee].
	Callee = flow.Callee
	// Class is [flow.Class].
	Class = flow.Class
	// Compare is [flow.Compare].
	Compare = flow.Compare
	// Component is [flow.Component].
	Component = flow.Component
	// Exit is [flow.Exit].
	Exit = flow.Exit
	// Parameter is [flow.Parameter].
	Parameter = flow.Parameter
	// Role is [flow.Role].
	Role = flow.Role
	// Root is [flow.Root].
	Root = flow.Root
	// Sink is [flow.Sink].
	Sink = flow.Sink
	// Source is [flow.Source].
	Source = flow.Source
	// Summary is [flow.Summary].
	Summary = flow.Summary
)

// The constants of package flow.
const (
	Escaping      = flow.Escaping
	OwnCUDA       = flow.OwnCUDA
	RoleDevice    = flow.RoleDevice
	RoleDeviceMap = flow.RoleDeviceMap
	RoleLinked    = flow.RoleLinked
	RoleMap       = flow.RoleMap
	RoleNamed     = flow.RoleNamed
	RoleOrdinal   = flow.RoleOrdinal
)

type (
	// Cover is [guard.Cover].
	Cover = guard.Cover
	// Guard is [guard.Guard].
	Guard = guard.Guard
	// GuardKind is [guard.Kind].
	GuardKind = guard.Kind
	// GPUNeed is [guard.GPUNeed].
	GPUNeed = guard.GPUNeed
	// Region is [guard.Region].
	Region = guard.Region
	// Stranded is [guard.Stranded].
	Stranded = guard.Stranded
)

// The constants of package guard.
const (
	CUDAHome        = guard.CUDAHome
	EndsCUDA        = guard.EndsCUDA
	EndsCompiled    = guard.EndsCompiled
	EndsKnown       = guard.EndsKnown
	ExtendEqual     = guard.ExtendEqual
	ExtendMembers   = guard.ExtendMembers
	ExtendPart      = guard.ExtendPart
	ExtendPattern   = guard.ExtendPattern
	ExtendPrefix    = guard.ExtendPrefix
	GuardGPUOnly    = guard.GuardGPUOnly
	GuardAssertion  = guard.GuardAssertion
	GuardExit       = guard.GuardExit
	GuardHarmless   = guard.GuardHarmless
	GuardIdiom      = guard.GuardIdiom
	GuardOperand    = guard.GuardOperand
	GuardOther      = guard.GuardOther
	GuardPlacement  = guard.GuardPlacement
	GuardSync       = guard.GuardSync
	GuardTest       = guard.GuardTest
	NoExtension     = guard.NoExtension
	StrandedKernel  = guard.StrandedKernel
	StrandedUnknown = guard.StrandedUnknown
	StrandedNamed   = guard.StrandedNamed
)

// The constants of package place.
const (
	TakerOwnChoice = place.TakerOwnChoice
	TakerArrays    = place.TakerArrays
	TakerCompiled  = place.TakerCompiled
)

// GPUPackages is [guard.GPUPackages].
func GPUPackages() []string { return guard.GPUPackages() }

// IsCUDATensorType is [guard.IsCUDATensorType].
func IsCUDATensorType(name string) bool { return guard.IsCUDATensorType(name) }

// Converts is [value.Converts].
func Converts(method string) bool { return value.Converts(method) }

// IsQuery is [guard.IsQuery].
func IsQuery(api string) bool { return guard.IsQuery(api) }

type (
	// AtHand is [place.AtHand].
	AtHand = place.AtHand
	// Taker is [place.Taker].
	Taker = place.Taker
)
