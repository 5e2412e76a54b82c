package opsdb

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// SDKInRange tells whether an SDK version lies in a range of them: "2.26" is that
// version, "2.27-" it and all later ones, "2.20-2.32" both ends and the versions
// between, and "" every version.
func SDKInRange(sdk, versions string) bool {
	if versions == "" {
		return true
	}
	first, last, isRange := strings.Cut(versions, "-")
	switch {
	case !isRange:
		return compareSDK(sdk, first) == 0
	case compareSDK(sdk, first) < 0:
		return false
	}
	return last == "" || compareSDK(sdk, last) <= 0
}

// compareSDK orders versions by major and minor number; 2.26.1 is as 2.26.
func compareSDK(a, b string) int {
	majorA, minorA, _ := parseSDK(a)
	majorB, minorB, _ := parseSDK(b)
	return cmp.Or(cmp.Compare(majorA, majorB), cmp.Compare(minorA, minorB))
}

// parseSDK reads "2.26" or "2.26.1".
func parseSDK(version string) (major, minor int, err error) {
	first, rest, ok := strings.Cut(version, ".")
	if !ok {
		return 0, 0, fmt.Errorf("SDK version %q has no minor number", version)
	}
	second, _, _ := strings.Cut(rest, ".")
	if major, err = strconv.Atoi(first); err != nil {
		return 0, 0, fmt.Errorf("SDK version %q: %w", version, err)
	}
	if minor, err = strconv.Atoi(second); err != nil {
		return 0, 0, fmt.Errorf("SDK version %q: %w", version, err)
	}
	return major, minor, nil
}

// checkSDKRange refuses text that SDKInRange does not understand.
func checkSDKRange(versions string) error {
	first, last, _ := strings.Cut(versions, "-")
	if _, _, err := parseSDK(first); err != nil {
		return err
	}
	if last == "" {
		return nil
	}
	if _, _, err := parseSDK(last); err != nil {
		return err
	}
	if compareSDK(first, last) > 0 {
		return fmt.Errorf("SDK range %q is empty", versions)
	}
	return nil
}
