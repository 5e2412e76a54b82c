package project

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Request is something that a container or a job asks of the machine it runs on.
type Request struct {
	Kind RequestKind
	// Name is the thing asked for, and Value its amount or model, as written.
	Name, Value         string
	NameSpan, ValueSpan source.Span // the latter empty where no value stands
	Whole               source.Span // text to delete with it; empty if unknown
	// Owner is the same for requests of one container.
	Owner int
}

// RequestKind is the kind of a request.
type RequestKind string

// The kinds.
const (
	Resource   RequestKind = "resource"   // of Kubernetes, among limits and requests
	Label      RequestKind = "label"      // of nodes, that are selected by it
	Toleration RequestKind = "toleration" // of taints of nodes
	Runtime    RequestKind = "runtime"    // of containers
	Device     RequestKind = "device"     // of the host, for a container
	Instance   RequestKind = "instance"   // type of machine
)

// request notes a request made by a key and its value.
func (y *yamlReader) request(kind RequestKind, name, value *yaml.Node) {
	_, at, ok := y.scalar(name)
	if !ok {
		return
	}
	r := Request{Kind: kind, Name: name.Value, NameSpan: at, Owner: y.owner}
	if text, span, ok := y.scalar(value); ok {
		r.Value, r.ValueSpan = text, span
		r.Whole = y.entryLines(at, value)
	}
	y.Requests = append(y.Requests, r)
}

// cdiGPU begins the names of NVIDIA GPUs in the Container Device Interface.
const cdiGPU = "nvidia.com/gpu="

// devices reads the devices that a container asks for; it reports whether they are.
func (y *yamlReader) devices(n *yaml.Node) (read bool) {
	for _, item := range items(n) {
		if text, span, ok := y.scalar(item); ok && (strings.HasPrefix(text, "/dev/") || strings.HasPrefix(text, cdiGPU)) {
			y.Requests = append(y.Requests, Request{Kind: Device, Name: text, NameSpan: span})
			read = true
		}
		for _, e := range entries(item) {
			if e[0].Value != "capabilities" && e[0].Value != "driver" {
				continue
			}
			for _, c := range append(items(e[1]), e[1]) {
				if text, span, ok := y.scalar(c); ok && (text == "gpu" || text == "nvidia") {
					y.Requests = append(y.Requests, Request{Kind: Device, Name: text, NameSpan: span})
					read = true
				}
			}
			if read {
				break // one request, however many words it has
			}
		}
	}
	return read
}

// tolerations reads the taints that a pod tolerates.
func (y *yamlReader) tolerations(n *yaml.Node) bool {
	for _, item := range items(n) {
		if text, span, ok := y.scalar(under(item, "key")); ok {
			y.Requests = append(y.Requests, Request{Kind: Toleration, Name: text, NameSpan: span})
		}
	}
	return true
}
