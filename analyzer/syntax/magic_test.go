package syntax

import "testing"

// TestCommandsToIPython reads cells in all the ways that commands to IPython and
// to the shell are written in them, between two others whose calls are found. But
// for the last few, which Colab or a terminal takes, IPython's own transformer
// makes Python of each.
func TestCommandsToIPython(t *testing.T) {
	for _, cell := range []string{
		"%%bash\nls -l | grep x\n",
		"%%bash --out a --err b\nls\n",
		"%%script python3 --no-raise-error\nx",
		"%%writefile -a a.py\nimport (\n",
		"%%html\n<b>",
		"%%javascript\nx = {\n",
		"%%latex\n$a$",
		"%%time\nx = f()\n",
		"%%time\n%%capture\nx = f()\n",
		"%%capture --no-stderr out\nx()",
		"\n\n%%time\nx()",
		"   \n  %%time\n  x()\n",
		"%%timeit -n 1 -r 1 x = 1\nx\n",
		"%%sql postgres://\nselect *\n",
		"!ls\n",
		"!pip install -q \\\n   a \\\n   b\nx()\n",
		"x = !ls -l\n",
		"a, b = !ls\n",
		"x = %time f()\n",
		"%time x = f()\n",
		"%timeit -n 10 f(x)\n",
		"x.y = %sql a\n",
		"x[0] = !ls\n",
		"for i in x:\n    !ls {i}\n    %cd a\n    %time f(i)\n",
		"if a:\n    x = !ls\nelse:\n    %pwd\n",
		"x?\n",
		"x??\n",
		"?x\n",
		"??x\n",
		"a.b.c?\n",
		"%%time?\n",
		"%time?\n",
		"print?\n",
		"np.*load*?\n",
		"!!ls\n",
		",f a b\n",
		";f a b\n",
		"/f a b\n",
		"%load_ext autoreload\n%autoreload 2\nimport a\n",
		"def f():\n    !ls\n    return 1\n",
		"def f():\n    %matplotlib inline\n    return 1\n",
		"class A:\n    !ls\n    x = 1\n",
		"try:\n    %x\nexcept E:\n    !y\n",
		"x = 1  # %time\n",
		"s = '''\n%time\n!ls\n'''\n",
		"x = (1\n % 2)\n",
		"    x = 1\n    y = 2\n",
		"  if a:\n    b\n  c\n",
		">>> x = 1\n>>> if x:\n...     y()\n...\n>>> z\n",
		"In [1]: x = 1\n   ...: y = 2\n\nIn [2]: z\n",
		"await f()\nasync with a as b:\n    c\n",
		"async for x in y:\n    z\n",
		"%env A=b\n!echo $A\n",
		"%%%foo\n",
		"!ls; x = 1\n",
		"!ls 'it\n",
		"x = !ls \\\n  -l\ny()\n",
		"%alias_magic t timeit\n",
		"%cd ~/x y\n",
		"%run a.py --x 'y\n",
		"!\n",
		"%\n",
		"with a as b:\n    x = %time f()\n    b\n",
		"if x: y = !ls\n",
		"@a\ndef f(): pass\n%time f()\n",
		"!ls # c\n# d\n",
		"%matplotlib inline  # c\n",
		"%%time\nfor i in x:\n    !ls\n",
		"%%capture\n!pip install x\nimport y\n",
		"%%prun -s cumulative\nf()\n",
		"y = 5 %x\n",
		"%%bash\n",
		"%%time\n",
		"# c\n%time f()\n",
		"#@title A\n!ls\n",
		"%%cython -a\ncdef int x\n",
		"%%R -i x\ny <- x\n",
		"%%ruby\nputs 'x'\n",
		"%%perl\n$x",
		"%%sh\nfor i in a; do b; done",
		"%%svg\n<",
		"%%markdown\n# x\n",
		"%%file a.txt\nx y\n",
		"x = !ls\ny = x?\n",
		"\tx = 1\n",
		"%%!\nls\n",
		"%pip install a\n%conda install b\n",
		"!cd a && \\\n  b\n",
		"if 1:\n\t!ls\n",
		"%time\nx\n",
		"%time f() # c\n",
		"a = b?\n",
		"é?\n",
		"x: int = !ls\n",
		"*a, b = !ls\n",
		"%time f();\n",
		"f(x)\n%%bash\nls\n",
		"#@title A\n%%bash\nls | x\n",
		"# why\n\n%%time\n%%capture\nx()\n",
		"pip install -q a\n",
		"timeit f(x)\n",
		"load_ext autoreload\nx()\n",
	} {
		tree, err := ParseFile(t.Context(), book(t, "a()\n", cell, "b()\n"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if len(tree.Errors()) > 0 {
			t.Errorf("%q is not understood at %q", cell, errorTexts(tree))
		}
		calls := make(map[string]bool)
		for n := range tree.OfKind(KindCall) {
			calls[tree.Text(n)] = true
		}
		if !calls["a()"] || !calls["b()"] {
			t.Errorf("%q hides the calls around it", cell)
		}
	}
}
