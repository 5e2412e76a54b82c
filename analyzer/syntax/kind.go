package syntax

// Kind is the syntactic category of a node: the grammar's own names, as a
// numbering of ours that does not change when the grammar is regenerated.
type Kind uint8

// The kinds in the grammar's order of appearance in a module.
const (
	KindNone Kind = iota // None, and grammar symbols that no rule needs
	KindError
	KindModule
	KindBlock
	KindComment
	KindIdentifier
	KindDottedName
	KindEllipsis
	KindInteger
	KindFloat
	KindTrue
	KindFalse
	KindNoneLiteral
	KindString
	KindStringStart
	KindStringContent
	KindStringEnd
	KindEscapeSequence
	KindEscapeInterpolation
	KindInterpolation
	KindTypeConversion
	KindFormatSpecifier
	KindFormatExpression
	KindConcatenatedString
	KindImport
	KindImportFrom
	KindFutureImport
	KindRelativeImport
	KindImportPrefix
	KindAliasedImport
	KindWildcardImport
	KindExpressionStatement
	KindAssignment
	KindAugmentedAssignment
	KindNamedExpression
	KindReturn
	KindDelete
	KindRaise
	KindPass
	KindBreak
	KindContinue
	KindAssert
	KindPrint
	KindExec
	KindChevron
	KindGlobal
	KindNonlocal
	KindIf
	KindElif
	KindElse
	KindFor
	KindWhile
	KindTry
	KindExcept
	KindExceptGroup
	KindFinally
	KindWith
	KindWithClause
	KindWithItem
	KindMatch
	KindCaseClause
	KindCasePattern
	KindUnionPattern
	KindDictPattern
	KindKeywordPattern
	KindSplatPattern
	KindClassPattern
	KindComplexPattern
	KindAsPattern
	KindAsPatternTarget
	KindTuplePattern
	KindListPattern
	KindPatternList
	KindFunction
	KindClass
	KindDecorated
	KindDecorator
	KindLambda
	KindParameters
	KindLambdaParameters
	KindDefaultParameter
	KindTypedParameter
	KindTypedDefaultParameter
	KindListSplatPattern
	KindDictionarySplatPattern
	KindPositionalSeparator
	KindKeywordSeparator
	KindType
	KindTypeAlias
	KindTypeParameter
	KindSplatType
	KindGenericType
	KindUnionType
	KindConstrainedType
	KindMemberType
	KindCall
	KindArgumentList
	KindKeywordArgument
	KindListSplat
	KindParenthesizedListSplat
	KindDictionarySplat
	KindAttribute
	KindSubscript
	KindSlice
	KindConditional
	KindBooleanOperator
	KindNotOperator
	KindComparison
	KindBinaryOperator
	KindUnaryOperator
	KindParenthesized
	KindExpressionList
	KindList
	KindTuple
	KindSet
	KindDictionary
	KindPair
	KindListComprehension
	KindSetComprehension
	KindDictionaryComprehension
	KindGenerator
	KindForInClause
	KindIfClause
	KindAwait
	KindYield
	KindOperator // an anonymous token that carries a field
	kindCount
)

// Field is the role of a node in its parent.
type Field uint8

// The fields of the grammar.
const (
	FieldNone Field = iota
	FieldAlias
	FieldAlternative
	FieldArgument
	FieldArguments
	FieldAttribute
	FieldBody
	FieldCause
	FieldCode
	FieldCondition
	FieldConsequence
	FieldDefinition
	FieldExpression
	FieldFormatSpecifier
	FieldFunction
	FieldGuard
	FieldKey
	FieldLeft
	FieldModuleName
	FieldName
	FieldObject
	FieldOperator
	FieldOperators
	FieldParameters
	FieldReturnType
	FieldRight
	FieldSubject
	FieldSubscript
	FieldSuperclasses
	FieldType
	FieldTypeConversion
	FieldTypeParameters
	FieldValue
	fieldCount
)
