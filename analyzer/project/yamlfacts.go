package project

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// yamlReader walks the nodes of a document.
type yamlReader struct {
	*File

	done  map[*yaml.Node]bool // which an alias may reach again
	owner int                 // of the resources that are being read
	path  string              // the keys around the node that is being read
	keyAt source.Span         // where the last of them stands
}

// readYAML reads a file of YAML, written for any program: its entries are recognised by
// their keys.
func readYAML(f *File) {
	y := &yamlReader{File: f, done: make(map[*yaml.Node]bool)}
	for _, root := range f.documents() {
		packages, channels := items(under(root, "dependencies")), items(under(root, "channels"))
		if channels != nil && (packages != nil || describesEnvironment(f.Path)) || packages != nil && describesEnvironment(f.Path) {
			f.readConda(root)
			continue
		}
		y.walk("", root)
	}
}

// describesEnvironment reports whether a file has a name that conda uses.
func describesEnvironment(path string) bool {
	base := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	return strings.Contains(base, "env") || strings.Contains(base, "conda")
}

// instancePattern is how EC2 calls types of instances, and SageMaker too.
var instancePattern = regexp.MustCompile(`^(?:ml\.)?[a-z]{1,3}\d{1,2}[a-z]{0,3}(?:-[a-z]{1,2}\d{3})?\.(?:\d{0,3}x?large|metal(?:-\d+xl)?|medium|small)$`)

// imagePattern is an image with a registry or an owner, and a tag.
var imagePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*(?::\d+)?(?:/[a-z0-9][a-z0-9._-]*)+:[A-Za-z0-9_][\w.-]*$`)

// isProse reports whether a key is that of a text for readers.
func isProse(path string) bool {
	switch key := path[strings.LastIndexByte(path, '.')+1:]; strings.ToLower(key) {
	case "description", "title", "name", "summary", "comment":
		return true
	}
	return false
}

// walk reads a node under a key.
func (y *yamlReader) walk(key string, n *yaml.Node) {
	if n == nil || y.done[n] {
		return
	}
	y.done[n] = true
	switch n.Kind {
	case yaml.MappingNode:
		y.note(n)
		y.mapping(key, n)
	case yaml.SequenceNode:
		for _, item := range n.Content {
			y.walk(key, item)
		}
	case yaml.ScalarNode:
		y.note(n)
		if text, span, ok := y.scalar(n); ok {
			y.instance(text, span)
		}
	}
}

// instance notes a type of instance.
func (f *File) instance(text string, span source.Span) {
	if instancePattern.MatchString(text) {
		f.Requests = append(f.Requests, Request{Kind: Instance, Name: text, NameSpan: span})
	}
}

// note notes the setting whose value a node is.
func (y *yamlReader) note(n *yaml.Node) {
	if y.path == "" {
		return
	}
	if text, span, ok := y.scalar(n); ok {
		y.Settings = append(y.Settings, Setting{Key: y.path, Value: text, Span: span, ValueSpan: span})
		if imagePattern.MatchString(text) && !isProse(y.path) && !slices.ContainsFunc(y.Images, func(i Image) bool { return i.Span == span }) {
			y.Images = append(y.Images, Image{Text: text, Span: span})
		}
		return
	}
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 || y.keyAt.Len() == 0 {
		return
	}
	s := Setting{Key: y.path, Value: Enabled, Span: y.keyAt}
	if enabled := under(n, "enabled"); enabled != nil {
		s.Value = enabled.Value
	}
	y.Settings = append(y.Settings, s)
}

// mapping reads the entries of a mapping under a key.
func (y *yamlReader) mapping(key string, n *yaml.Node) {
	path, at := y.path, y.keyAt
	for _, e := range entries(n) {
		name, value := e[0], resolved(e[1])
		if y.entry(key, n, name, value) {
			continue
		}
		y.path = below(path, name.Value)
		_, y.keyAt, _ = y.scalar(name)
		if y.holdsScript(name.Value, value) {
			y.scripts(value)
			continue
		}
		y.walk(name.Value, value)
	}
	y.path, y.keyAt = path, at
}

// entry reads an entry whose key tells its meaning; it reports whether nothing more is to
// be read of it.
func (y *yamlReader) entry(parent string, n, name, value *yaml.Node) bool {
	switch lowerFirst(name.Value) { // CloudFormation begins keys with a capital
	case "image", "container", "docker_image", "image_uri":
		y.image(value)
	case "repository":
		y.repository(n, value)
	case "env", "environment", "envs", "variables", "env_vars", "extraEnv":
		y.variables(value)
	case "run", "script", "before_script", "after_script", "setup", "commands", "postCreateCommand":
		y.scripts(value)
	case "options":
		y.containerOptions(value)
	case "command", "args", "entrypoint", "cmd":
		y.arguments(n, name.Value, value)
	case "runtime", "runtimeClassName":
		y.request(Runtime, name, value)
	case "runArgs":
		y.dockerArguments(value)
	case "python_packages":
		y.packages(value)
	case "key":
		y.keyed(n, value)
	case "gpus":
		if parent != "" && under(n, "image") != nil || under(n, "build") != nil {
			y.request(Runtime, name, value)
		}
	case "resources":
		y.owner++
	case "devices":
		return y.devices(value)
	case "tolerations":
		return y.tolerations(value)
	}
	y.label(parent, name, value)
	return false
}

func lowerFirst(key string) string {
	if key == "" {
		return key
	}
	return strings.ToLower(key[:1]) + key[1:]
}

// packages are the packages that pip installs for Cog.
func (y *yamlReader) packages(n *yaml.Node) {
	for _, item := range items(n) {
		if text, span, ok := y.scalar(item); ok {
			if r, ok := ParseRequirement(text, span.Start); ok {
				y.Requirements = append(y.Requirements, r)
			}
		}
	}
}

// family reads the families of instances that Karpenter may start: they are the values of a
// requirement whose key says so.
func (y *yamlReader) family(n, key *yaml.Node) {
	if key.Value != "karpenter.k8s.aws/instance-family" {
		return
	}
	for _, item := range items(under(n, "values")) {
		if text, span, ok := y.scalar(item); ok {
			y.Requests = append(y.Requests, Request{Kind: Instance, Name: text + ".*", NameSpan: span})
		}
	}
}

// labelKey notes the label of nodes that an expression selects by.
func (y *yamlReader) labelKey(n *yaml.Node) {
	if text, span, ok := y.scalar(n); ok && strings.Contains(text, "/") {
		y.Requests = append(y.Requests, Request{Kind: Label, Name: text, NameSpan: span})
	}
}

// image notes the image that a scalar names.
func (y *yamlReader) image(n *yaml.Node) {
	if text, span, ok := y.scalar(n); ok && text != "" {
		y.Images = append(y.Images, Image{Text: text, Span: span})
	}
}

// repository notes an image whose tag is a separate entry.
func (y *yamlReader) repository(n, value *yaml.Node) {
	text, span, ok := y.scalar(value)
	if !ok || !strings.Contains(text, "/") || strings.Contains(text, "://") {
		return
	}
	if registry, _, ok := y.scalar(under(n, "registry")); ok && registry != "" {
		text = registry + "/" + text
	}
	image := Image{Text: text, Span: span}
	if tag, at, ok := y.scalar(under(n, "tag")); ok && tag != "" {
		image.Text += ":" + tag
		image.Via = append(image.Via, at)
	}
	y.Images = append(y.Images, image)
}

// variables are environment variables: a mapping, or a list of NAME=value or of names
// with values.
func (y *yamlReader) variables(n *yaml.Node) {
	for _, e := range entries(n) {
		if _, span, ok := y.scalar(e[0]); ok {
			value := e[1].Value
			whole := source.Span{}
			if len(entries(n)) > 1 && n.Style&yaml.FlowStyle == 0 && e[1].Kind == yaml.ScalarNode {
				whole = y.entryLines(span, e[1])
			}
			y.Variables = append(y.Variables, Variable{Name: e[0].Value, Value: value, NameSpan: span, Span: span, Whole: whole})
		}
	}
	for _, item := range items(n) {
		if name, span, ok := y.scalar(under(item, "name")); ok {
			v := Variable{Name: name, NameSpan: span, Span: span}
			if value := under(item, "value"); value != nil {
				v.Value = value.Value
				y.Variables = append(y.Variables, v)
			}
			continue
		}
		if text, span, ok := y.scalar(item); ok {
			if v, ok := y.setting(Word{text, span}); ok {
				if len(items(n)) > 1 {
					v.Whole = y.dashed(span)
				}
				y.Variables = append(y.Variables, v)
			}
		}
	}
}

// entryLines is the line of an entry of a mapping, if its value is on that line too.
func (y *yamlReader) entryLines(key source.Span, value *yaml.Node) source.Span {
	_, span, ok := y.scalar(value)
	if !ok || y.LineAt(span.Start) != y.LineAt(key.Start) {
		return source.Span{}
	}
	line := y.lineSpan(key.Start)
	if strings.TrimSpace(y.text(source.Span{Start: line.Start, End: key.Start})) != "" {
		return source.Span{}
	}
	return source.Span{Start: line.Start, End: y.LineStart(y.LineAt(key.Start) + 1)}
}

// keyed reads an entry that names the key of a requirement or of a taint.
func (y *yamlReader) keyed(n, value *yaml.Node) {
	y.family(n, value)
	if under(n, "operator") != nil && under(n, "effect") == nil {
		y.labelKey(value)
	}
}

// label reads an entry whose key is a label or a resource of Kubernetes.
func (y *yamlReader) label(parent string, name, value *yaml.Node) {
	if !strings.Contains(name.Value, "/") {
		return
	}
	kind := Label
	if parent == "limits" || parent == "requests" {
		kind = Resource
	}
	y.request(kind, name, value)
}
