package opsdb

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// deviceParamTable holds the parameters by API. A "*" in an API stands for one
// part of a dotted name, the last or the last but one.
type deviceParamTable map[string][]DeviceParam

// loadDeviceParams reads device_params.tsv.
func loadDeviceParams(fsys fs.FS) (deviceParamTable, error) {
	table := deviceParamTable{}
	s := &schema{file: "device_params.tsv", keys: 2, columns: []string{
		"api", "name", "position", "role", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		api := r.get("api")
		table[api] = append(table[api], DeviceParam{
			Position: r.position(),
			Name:     r.must("name"),
			Role:     oneOf(r, "role", "device", "type", "map", "map-dict", "ordinal", "device-map", "foreign", "settings"),
		})
	})
	for _, params := range table {
		slices.SortStableFunc(params, byPosition)
	}
	return table, err
}

// position reads a position among the arguments, -1 for a keyword.
func (r *row) position() int {
	n, err := strconv.Atoi(r.get("position"))
	if err != nil || n < -1 {
		r.fail(fmt.Errorf("position: %q is no position", r.get("position")))
	}
	return n
}

// byPosition orders positional parameters before those given by keyword only.
func byPosition(a, b DeviceParam) int {
	return cmp.Compare(uint(a.Position), uint(b.Position))
}

// lookup finds the parameters of an API by its name, then by the patterns that
// could cover it: transformers.*.from_pretrained before transformers.Auto.*.
func (t deviceParamTable) lookup(api string) []DeviceParam {
	if params, ok := t[api]; ok {
		return params
	}
	last := strings.LastIndexByte(api, '.')
	if last < 0 {
		return nil
	}
	if middle := strings.LastIndexByte(api[:last], '.'); middle >= 0 {
		if params, ok := t[api[:middle]+".*"+api[last:]]; ok {
			return params
		}
	}
	return t[api[:last]+".*"]
}
