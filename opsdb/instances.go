package opsdb

import "io/fs"

// Instance describes an instance type, an UltraServer or a chip. Unknown values are
// zero or empty.
type Instance struct {
	Name            string // "trn1.32xlarge", "Trn2 UltraServer", "Trainium2"
	Kind            string // instance, ultraserver or chip
	Target          string // the instance family: inf1, inf2, trn1, trn2 or trn3
	Chip            string // "Trainium2"
	Chips           int
	Core            string // NeuronCore version, "v3"
	Cores           int    // physical NeuronCores
	LogicalCores    int    // at the default LNC, 0 where there is one per physical core or nothing is said
	DeviceMemoryGiB int
	Bandwidth       string  // of the device memory, in the unit of the source
	FP8             float64 // peak TFLOPS
	BF16            float64 // peak TFLOPS of BF16, FP16 and TF32
	FP32            float64 // peak TFLOPS
	OtherPeak       string
	VCPUs           int
	HostMemoryGiB   int
	Interconnect    string
	EFAGbps         string // "800", "up to 25"
	Note            string
	Ref             Ref
}

// instanceTable holds the instances in the order of the file.
type instanceTable []Instance

// loadInstances reads instances.tsv.
func loadInstances(fsys fs.FS) (instanceTable, error) {
	var table instanceTable
	s := &schema{file: "instances.tsv", keys: 1, columns: []string{
		"name", "kind", "target", "chip", "chips", "core", "cores", "logical_cores",
		"device_memory_gib", "bandwidth", "fp8_tflops", "bf16_tflops", "fp32_tflops", "other_peak",
		"vcpus", "host_memory_gib", "interconnect", "efa_gbps", "note", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		i := Instance{
			Name:            r.get("name"),
			Kind:            oneOf(r, "kind", "instance", "ultraserver", "chip"),
			Target:          oneOf(r, "target", hardware()...),
			Chip:            r.must("chip"),
			Chips:           r.count("chips"),
			Core:            r.get("core"),
			Cores:           r.count("cores"),
			LogicalCores:    r.count("logical_cores"),
			DeviceMemoryGiB: r.count("device_memory_gib"),
			Bandwidth:       r.get("bandwidth"),
			FP8:             r.number("fp8_tflops"),
			BF16:            r.number("bf16_tflops"),
			FP32:            r.number("fp32_tflops"),
			OtherPeak:       r.get("other_peak"),
			VCPUs:           r.count("vcpus"),
			HostMemoryGiB:   r.count("host_memory_gib"),
			Interconnect:    r.get("interconnect"),
			EFAGbps:         r.get("efa_gbps"),
			Note:            r.get("note"),
			Ref:             r.ref(),
		}
		r.checkCores(i.Core, []string{i.Target})
		table = append(table, i)
	})
	return table, err
}

// Instance returns the data of an instance type, an UltraServer or a chip.
func (db *DB) Instance(name string) (Instance, bool) {
	table, _ := db.instances()
	for _, i := range table {
		if i.Name == name {
			return i, true
		}
	}
	return Instance{}, false
}

// Instances returns the instance types and UltraServers of an instance family,
// trn1n under "trn1" and trn2u under "trn2".
func (db *DB) Instances(target string) []Instance {
	table, _ := db.instances()
	var found []Instance
	for _, i := range table {
		if i.Target == target && i.Kind != "chip" {
			found = append(found, i)
		}
	}
	return found
}
