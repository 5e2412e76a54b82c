package opsdb

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// packageLists are lists that many rules ask for. They are shared and must not be
// changed.
type packageLists struct {
	cudaOnly, jax, device func() []string
	known                 func() map[string]bool
	installed             func() map[string]Library
}

func newPackageLists(db *DB) packageLists {
	return packageLists{
		cudaOnly: sync.OnceValue(db.cudaOnlyPackages),
		jax:      sync.OnceValue(db.jaxPackages),
		device:   sync.OnceValue(db.devicePackages),
		known:    sync.OnceValue(db.knownPackages),

		installed: sync.OnceValue(db.installedPackages),
	}
}

// CUDAOnlyPackages are the top-level packages of the libraries that need CUDA,
// in order.
func (db *DB) CUDAOnlyPackages() []string { return db.packages.cudaOnly() }

func (db *DB) cudaOnlyPackages() []string {
	return db.LibraryPackages(func(lib Library) bool { return lib.CUDAOnly })
}

// LibraryPackages are the top-level packages of the libraries that are to be kept, in
// order.
func (db *DB) LibraryPackages(keep func(Library) bool) []string {
	table, _ := db.libraries()
	return topLevel(func(yield func(string) bool) {
		for name := range table {
			if keep(table[name]) && !yield(name) {
				return
			}
		}
	})
}

// JAXPackages are the packages in the table of wrappers of JAX functions, in order.
func (db *DB) JAXPackages() []string { return db.packages.jax() }

func (db *DB) jaxPackages() []string {
	table, _ := db.jaxWrappers()
	return topLevel(maps.Keys(table))
}

// DevicePackages are the packages with functions that take a device, in order.
func (db *DB) DevicePackages() []string { return db.packages.device() }

func (db *DB) devicePackages() []string {
	table, _ := db.deviceParams()
	return topLevel(maps.Keys(table))
}

// OptionMethods are the methods that the table of options speaks of on objects
// of whatever kind, in order.
func (db *DB) OptionMethods() []string {
	table, _ := db.options()
	var out []string
	if of := table.of["*"]; of != nil {
		for i := range of.rows {
			for _, api := range of.rows[i].APIs {
				out = append(out, strings.TrimPrefix(api, "*:"))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// EnvVarNames are the environment variables that do not mean the same on
// Neuron, and the beginnings of names of others, in order.
func (db *DB) EnvVarNames() []string {
	table, _ := db.environment()
	var out []string
	for name, env := range table.exact {
		if env.Action != ActionKeep {
			out = append(out, name)
		}
	}
	for _, env := range table.prefixes {
		if env.Action != ActionKeep {
			out = append(out, strings.TrimSuffix(env.Name, "*"))
		}
	}
	slices.Sort(out)
	return out
}

// topLevel are the first parts of dotted names, in order.
func topLevel(names func(func(string) bool)) []string {
	var out []string
	for name := range names {
		first, _, _ := strings.Cut(name, ".")
		out = append(out, first)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// KnowsPackage reports whether a table speaks of a package by more than that it needs
// CUDA: it is a library, takes devices or reads tensors.
func (db *DB) KnowsPackage(name string) bool { return db.packages.known()[name] }

func (db *DB) knownPackages() map[string]bool {
	known := make(map[string]bool)
	for _, name := range db.LibraryPackages(func(lib Library) bool { return !lib.CUDAOnly }) {
		known[name] = true
	}
	reads, _ := db.hostReads()
	for _, list := range [][]string{db.DevicePackages(), db.JAXPackages(), topLevel(maps.Keys(reads))} {
		for _, name := range list {
			known[name] = true
		}
	}
	return known
}
