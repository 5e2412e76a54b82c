package assess

import (
	"path"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// extensions are the folders with sources in CUDA.
func (b *builder) extensions(p *Project) {
	p.Extensions = []Extension{}
	for i := range b.in.Modules {
		m := &b.in.Modules[i]
		if m.Project == nil || m.Project.Format != source.CUDA {
			continue
		}
		if p.CUDA++; p.CUDA == 1 {
			p.CUDAFirst = m.Path
		}
		folder := path.Dir(m.Path)
		at := slices.IndexFunc(p.Extensions, func(e Extension) bool { return e.Folder == folder })
		if at < 0 {
			at = len(p.Extensions)
			p.Extensions = append(p.Extensions, Extension{Folder: folder, Kernels: []string{}, Loaders: b.loaders(folder)})
		}
		e := &p.Extensions[at]
		e.Sources++
		for _, k := range m.Project.Kernels {
			if !slices.Contains(e.Kernels, k.Name) {
				e.Kernels = append(e.Kernels, k.Name)
			}
		}
	}
	for i := range p.Extensions {
		p.Extensions[i].Programs = b.programsReaching(p.Extensions[i].Loaders)
	}
}

// loaders are the files of Python that build or load extensions, of those the ones in the
// innermost folder around that of the sources.
func (b *builder) loaders(folder string) []string {
	for dir := folder; ; dir = path.Dir(dir) {
		list := []string{}
		for i := range b.in.Modules {
			name := b.in.Modules[i].Path
			if path.Dir(name) == dir && slices.ContainsFunc(b.byPath[name], isExtension) {
				list = append(list, name)
			}
		}
		if len(list) > 0 || dir == "." || dir == "/" {
			return list
		}
	}
}

// extensionRule is the code of the rule about Python that builds or loads an extension.
const extensionRule = "NRN704"

func isExtension(f *finding) bool { return f.Code == extensionRule }

// programsReaching is how many programs reach one of some files.
func (b *builder) programsReaching(files []string) (n int) {
	for _, e := range b.entries {
		if isProgram(e.kind) && slices.ContainsFunc(b.reach(e), func(i int) bool { return slices.Contains(files, b.in.Modules[i].Path) }) {
			n++
		}
	}
	return n
}
