package opsdb

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// checkFacts reads the tables that stand by themselves, with facts about
// models, hardware, releases and deployment.
func (db *DB) checkFacts() error {
	_, modelErr := db.models()
	_, instanceErr := db.instances()
	_, deployErr := db.deploy()
	_, projectErr := db.project()
	_, releaseErr := db.releases()
	_, limitErr := db.limits()
	_, breakErr := db.graphBreaks()
	_, readErr := db.hostReads()
	_, wordErr := db.cudaWords()
	_, statelessErr := db.stateless()
	_, traitErr := db.traits()
	_, transformErr := db.transforms()
	_, vendorErr := db.vendors()
	_, effortErr := db.efforts()
	dtypes, dtypeErr := db.dtypes()
	_, collectiveErr := db.collectives()
	_, optionErr := db.options()
	return errors.Join(
		modelErr, instanceErr, deployErr, projectErr, releaseErr, limitErr, breakErr, readErr, statelessErr, traitErr, transformErr, vendorErr, effortErr, wordErr, dtypeErr, collectiveErr, optionErr,
		checkDTypes(dtypes), db.checkJAX(),
	)
}

// checkJAX reads the tables about JAX, and wants every library name to lead to a known
// API.
func (db *DB) checkJAX() error {
	_, platformErr := db.jaxPlatforms()
	_, settingErr := db.jaxSettings()
	wrappers, wrapperErr := db.jaxWrappers()
	_, flowErr := db.jaxFlow()
	errs := []error{platformErr, settingErr, wrapperErr, flowErr}
	for _, name := range slices.Sorted(maps.Keys(wrappers)) {
		if api := wrappers[name].Reaches; !db.knownAPI(api) {
			errs = append(errs, fmt.Errorf("opsdb: jax_wrappers.tsv: %s reaches %s, which is not known", name, api))
		}
	}
	return errors.Join(errs...)
}

// knownAPI tells whether an API is in the table of public APIs.
func (db *DB) knownAPI(name string) bool {
	_, ok := db.OperatorAPI(name)
	return ok
}

// checkDTypes wants rows about the same type, core, stack and SDK to agree, or
// to differ in evidence: where equal sources contradict each other, one row
// tells both sides.
func checkDTypes(table dtypeTable) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(table)) {
		rows := table[name]
		for i, a := range rows {
			for _, b := range rows[i+1:] {
				if a.Supported != b.Supported && a.sameCase(b) {
					errs = append(errs, fmt.Errorf("opsdb: dtypes.tsv: %s is %s and %s on the cores %q in %q and %q",
						name, a.Supported, b.Supported, b.Cores, a.Ref.SDK, b.Ref.SDK))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// sameCase tells whether a lookup could meet both rows on equal evidence.
func (d DTypeSupport) sameCase(other DTypeSupport) bool {
	common := slices.ContainsFunc(d.Cores, func(core string) bool { return slices.Contains(other.Cores, core) })
	return common && d.Ref.Evidence == other.Ref.Evidence && d.Ref.Stack == other.Ref.Stack &&
		rangesOverlap(d.Ref.SDK, other.Ref.SDK)
}

// rangesOverlap tells whether two ranges of SDK versions have one in common:
// then the first version of one of them lies in the other.
func rangesOverlap(a, b string) bool {
	return SDKInRange(firstSDK(a), b) || SDKInRange(firstSDK(b), a)
}

// firstSDK returns the first version of a range.
func firstSDK(versions string) string {
	first, _, _ := strings.Cut(versions, "-")
	return first
}
