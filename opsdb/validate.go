package opsdb

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Validate reads every table and checks the assumptions of lookups: the form of the
// files, the values of the columns, and that the tables agree with each other. It
// returns all errors.
func (db *DB) Validate() error {
	apis, apiErr := loadAPIs(db.fsys)
	replacements, repErr := loadReplacements(db.fsys)
	symbols, symErr := db.symbols()
	_, libErr := db.libraries()
	_, envErr := db.environment()
	retErr := checkReturns(db.fsys)
	_, devErr := db.deviceParams()
	_, modErr := db.modules()
	_, parErr := loadParameters(db.fsys)
	if err := errors.Join(apiErr, repErr, symErr, libErr, envErr, retErr, devErr, modErr, parErr); err != nil {
		return err
	}
	return errors.Join(
		db.checkFacts(),
		checkAliases(apis),
		db.checkReplacements(replacements, apis, symbols),
		db.checkCanonical(replacements),
		checkOperators(db.fsys),
		db.checkReached(),
	)
}

// checkCanonical wants replacements under the canonical spelling of their API:
// a row under another one would never be found.
func (db *DB) checkCanonical(table replacementTable) error {
	var errs []error
	for _, key := range table.sortedKeys() {
		if canonical := db.Canonical(key.api); canonical != key.api {
			errs = append(errs, fmt.Errorf("opsdb: replacements.tsv: %s is filed under a spelling of %s",
				key.api, canonical))
		}
	}
	return errors.Join(errs...)
}

// checkAliases wants every other spelling of a name to be no name itself.
func checkAliases(apis apiTable) error {
	var errs []error
	for _, alias := range slices.Sorted(maps.Keys(apis.byAlias)) {
		if _, ok := apis.byName[alias]; ok {
			errs = append(errs, fmt.Errorf("opsdb: cuda_apis.tsv: %s is a name and an alias of %s",
				alias, apis.byAlias[alias]))
		}
	}
	return errors.Join(errs...)
}

// checkReplacements checks each replacement against the other tables, in a
// fixed order.
func (db *DB) checkReplacements(table replacementTable, apis apiTable, symbols symbolTable) error {
	var errs []error
	for _, key := range table.sortedKeys() {
		rep := table[key]
		if !db.replaceable(rep.API, apis, symbols) {
			errs = append(errs, fmt.Errorf("opsdb: replacements.tsv: %s under %s: unknown name", key.api, key.rewrite))
		} else if err := checkReplacement(rep, symbols); err != nil {
			errs = append(errs, fmt.Errorf("opsdb: replacements.tsv: %s under %s: %w", key.api, key.rewrite, err))
		}
	}
	return errors.Join(errs...)
}

// replaceable reports whether a name exists, or did in an older version of its
// framework.
func (db *DB) replaceable(name string, apis apiTable, symbols symbolTable) bool {
	_, isAPI := apis.byName[name]
	_, isSymbol := symbols[name]
	older, known := db.OperatorAPI(name)
	return isAPI || isSymbol || known && older.Removed
}

// checkReplacement checks that a replacement renames to a name that exists in the
// stack it moves code to, and rests on ground that carries its safety.
func checkReplacement(rep Replacement, symbols symbolTable) error {
	if err := checkText(rep, symbols); err != nil {
		return err
	}
	if rep.Safety == "safe" && rep.Ref.Evidence != Documented {
		return fmt.Errorf("a safe fix on %s evidence", rep.Ref.Evidence)
	}
	if marker := foreignGround(rep.Ref); marker != "" {
		return fmt.Errorf("a row for the %s stack rests on %s", rep.Ref.Stack, marker)
	}
	return nil
}

// checkText checks that the names a replacement writes or advises exist in the
// stack it moves code to.
func checkText(rep Replacement, symbols symbolTable) error {
	names := namesIn(rep.Text)
	if rep.Action == ActionRename && !slices.Equal(names, []string{rep.Text}) {
		return fmt.Errorf("renames to %q, which is no dotted name", rep.Text)
	}
	for _, name := range names {
		target, ok := symbols[name]
		if !ok {
			return fmt.Errorf("names %s, which is no known symbol", name)
		}
		if s := target.ref.Stack; s != "" && s != rep.Rewrite.Stack() {
			return fmt.Errorf("names %s, which belongs to the %s stack", name, s)
		}
	}
	return nil
}

// namesIn returns the dotted names of the torch packages and of JAX in a text.
func namesIn(text string) []string {
	words := strings.FieldsFunc(text, func(c rune) bool {
		return c != '.' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	return slices.DeleteFunc(words, func(word string) bool {
		return !strings.HasPrefix(word, "torch.") && !strings.HasPrefix(word, "torch_") && !strings.HasPrefix(word, "jax.")
	})
}

// foreignGround returns the part of a citation that belongs to the other stack than the
// fact's, or nothing. A fact about one stack says nothing about the other.
func foreignGround(ref Ref) string {
	markers := map[string][]string{
		"native": {"pytorch/xla", "torch_xla", "pytorch-neuron-programming-guide", "nx-pytorch.rst", "introducing-pytorch-2-"},
		"xla":    {"pytorch-native-overview", "readthedocs-hosted.com/en/latest/torch/"},
	}
	for _, marker := range markers[ref.Stack] {
		if strings.Contains(ref.Source, marker) {
			return marker
		}
	}
	return ""
}
