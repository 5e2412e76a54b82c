package project

import (
	"regexp"
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
var instancePattern = regexp.MustCompile(`^(?:ml\.)?[a-z]{1,3}\d{1,2}[a-z]{0,3}\.(?:\d{0,3}x?large|metal(?:-\d+xl)?|medium|small)$`)

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
		y.family(n, value)
		if under(n, "operator") != nil && under(n, "effect") == nil {
			y.labelKey(value)
		}
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
	if strings.Contains(name.Value, "/") {
		kind := Label
		if parent == "limits" || parent == "requests" {
			kind = Resource
		}
		y.request(kind, name, value)
	}
	return false
}

func lowerFirst(key string) string {
	if key == "" {
		return key
	}
	return strings.ToLower(key[:1]) + key[1:]
}

// dockerArguments are options that a dev container passes to docker, each a word.
func (y *yamlReader) dockerArguments(n *yaml.Node) {
	c := Command{Words: []Word{{Text: "docker"}}}
	for _, item := range items(n) {
		if text, span, ok := y.scalar(item); ok {
			c.Words = append(c.Words, Word{text, span})
		}
	}
	if len(c.Words) > 1 {
		c.Span = source.Span{Start: c.Words[1].Span.Start, End: c.Words[len(c.Words)-1].Span.End}
		c.Words[0].Span = source.Span{Start: c.Span.Start, End: c.Span.Start}
		y.Commands = append(y.Commands, c)
	}
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

// scripts are texts that a shell runs.
func (y *yamlReader) scripts(n *yaml.Node) {
	for _, item := range items(n) {
		y.scripts(resolved(item))
	}
	if n == nil || n.Kind != yaml.ScalarNode {
		return
	}
	if _, span, ok := y.scalar(n); ok {
		y.shellRegion(span, false, 0)
		return
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		y.shellRegion(y.block(n), false, 0)
	}
}

// block are the lines of a block of text behind the line that begins it.
func (y *yamlReader) block(n *yaml.Node) source.Span {
	first := y.LineAt(y.at(n))
	base := len(indent(y.Line(first)))
	last := first
	for line := first + 1; line <= y.LineCount(); line++ {
		text := y.Line(line)
		if len(strings.TrimSpace(string(text))) == 0 {
			continue
		}
		if len(indent(text)) <= base {
			break
		}
		last = line
	}
	return source.Span{Start: y.LineStart(first + 1), End: max(y.LineStart(first+1), y.LineStart(last+1))}
}

// indent is the white space that a line begins with; a dash counts as some, where an
// item begins with a key.
func indent(line []byte) []byte {
	n := 0
	for n < len(line) && line[n] == ' ' {
		n++
	}
	return line[:n]
}

// arguments are the words of a command, or its arguments alone.
func (y *yamlReader) arguments(n *yaml.Node, key string, value *yaml.Node) {
	if value.Kind == yaml.ScalarNode {
		y.scripts(value)
		return
	}
	var c Command
	if before := under(n, "command"); key == "args" && before != nil {
		for _, item := range items(before) {
			c.Words = append(c.Words, Word{Text: item.Value, Span: source.Span{Start: y.at(item), End: y.at(item)}})
		}
	}
	for i, item := range items(value) {
		text, span, ok := y.scalar(item)
		switch {
		case ok:
			c.Words = append(c.Words, Word{text, span})
		case item.Kind == yaml.ScalarNode && i > 0 || key == "args":
			y.scripts(item)
			return
		}
	}
	y.listed(&c)
}

// containerOptions are the options that a workflow passes to docker; text that does not
// begin with a dash is left out.
func (y *yamlReader) containerOptions(n *yaml.Node) {
	text, span, ok := y.scalar(n)
	if !ok || !strings.HasPrefix(text, "-") {
		return
	}
	c := Command{Words: []Word{{Text: "docker", Span: source.Span{Start: span.Start, End: span.Start}}}, Span: span}
	c.Words = append(c.Words, fields(text, span.Start)...)
	y.Commands = append(y.Commands, c)
}
