package syntax

// Where an expression stands, which is the @.
const expressionContexts = `
@
@, xx
xx, @
(@)
(@, )
[@]
[xx, @]
{@}
{@: @}
{**@}
def f():\n    return @
def f():\n    return xx, @
def f():\n    yield @
def f():\n    yield xx, @
def f():\n    xx = yield @
def f():\n    yield from @
xx = @
xx = yy = @
xx = yy, @
xx: int = @
xx: @
xx: @ = 1
xx += @
xx **= yy, @
aa[@]
aa[xx, @]
aa[@, ]
aa[@:@]
aa[@] = xx
go(@)
go(xx, @)
go(xx, key=@)
go(*@)
go(**@)
go(@ for xx in yy)
def f(xx: @ = @) -> @: pass
def f(*xx: @, yy=@): pass
lambda: @
lambda xx=@: xx
with @: pass
with @ as xx: pass
with (@ as xx): pass
with (@, xx): pass
with xx as @: pass
with xx, @: pass
for xx in @: pass
for xx in yy, @: pass
for @ in xx: pass
for xx, @ in yy: pass
@ = xx
@, xx = yy
xx, @ = yy
xx = @ = yy
(@) = xx
[@, xx] = yy
@@\ndef f(): pass
@@\nclass A: pass
class A(@): pass
class A(xx, key=@): pass
[@ for xx in yy]
[xx for xx in @]
[xx for xx in yy if @]
[xx for @ in yy]
{@ for xx in yy}
{@: xx for xx in yy}
{xx: @ for xx in yy}
(xx for xx in yy for zz in @)
if @: pass
if xx: pass\nelif @: pass
while @: pass
assert @
assert xx, @
raise @
raise xx from @
del @
del xx, @
try: pass\nexcept @: pass
try: pass\nexcept @ as xx: pass
try: pass\nexcept* @: pass
try: pass\nexcept *@: pass
match @:\n    case _: pass
match xx, @:\n    case _: pass
match xx:\n    case @: pass
match xx:\n    case [@, *_]: pass
match xx:\n    case yy if @: pass
f"{ @}"
f"{xx:{ @}}"
f"{ @!r:>{ @}}"
f'''{ @ = }'''
f"{xx, @}"
t"{ @}"
t"{xx:{ @}}"
print(@)
print(xx, @)
xx if @ else yy
@ if xx else yy
xx if yy else @
xx or @
not @
- @
xx + @
xx ** @
xx < @
(xx := @)
go(xx := @)
@.attr
@[0]
@()
@.attr = xx
async def f(): await @
async def f(): return @
async def f():\n    async with @ as xx: pass
async def f():\n    async for xx in @: pass
async def f(): [@ async for xx in yy]
type A = @
type A[xx: @] = int
type A[xx = @] = int
def f[xx: @](): pass
class A[xx = @]: pass
def f[*xx = @](): pass
if xx: yy = @
if xx: @
xx = (\n  @\n)
xx = \\\n  @
`

// Expressions, and what is none everywhere.
const expressionForms = `
aa
1
1.5j
"text"
"a" "b"
b"x"
f"{aa}"
rf'{go(aa)}{bb!r}'
t"{aa}"
...
None
go(1)
go(*aa, **bb)
go(aa for aa in bb)
go(aa)(bb).cc
aa.bb
aa.bb.go(cc)
aa[0]
aa[1:2, ::3]
aa[*bb]
aa[*(bb), cc]
aa[*go(bb)]
type(aa).bb
type(aa)
type[aa]
match
match(aa)
case
print
print(aa)
exec(aa)
(aa)
(aa, bb)
(aa, *bb)
()
[]
[aa, *(bb)]
[aa, bb]
{aa: go(1), **bb}
{aa, *go(bb)}
aa, bb
aa,
*aa
*aa,
*(aa)
*(aa, bb)
*[aa]
*[aa, bb]
*go(1)
*aa.bb
*aa.bb.go(1)
*aa[0]
*aa + bb
*aa or bb
*(aa) + go(bb)
*"text"
*f"{aa}"
*-aa
*{aa: bb}
*{*aa}, bb
aa, *bb
aa, *(bb)
*(aa), bb
**aa
lambda: go(1)
lambda *xx, yy=1, **zz: go(xx)
lambda xx, /, yy, *, zz: (xx, zz)
aa if bb else go(1)
not aa
not go(1)
-aa
~go(1)
aa + go(1)
aa @ bb ** -cc
aa and go(1) or bb
aa < bb == go(1)
aa not in bb is not cc
await aa
await go(1)
*await go(1)
yield
yield aa
yield *(aa), bb
yield from go(1)
(yield go(1))
aa := go(1)
(aa := go(1))
[go(aa) for aa in bb if cc]
{aa: bb for aa, *bb in cc}
(aa for aa in bb)
[aa for aa in bb for *cc, aa in go(1)]
[aa async for aa in bb]
-1
1 + 2j
aa.bb | go(1)
aa as bb
aa if bb else cc as xx
`
