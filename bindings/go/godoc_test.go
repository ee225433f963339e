package duel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// Words of comments that look like names of the package, and are those of people, numbers, units and other packages.
var notNames = map[string]bool{
	"McCloskey": true, "McCaffrey": true, "McNemar": true, "DerSimonian": true, "NaN": true, "KiB": true, "MiB": true, "SciPy": true,
	"ArrowArrayStream": true, "ExampleFit": true,
}

// knownNames are the names that the package declares: of types, functions, constants and packages, and of methods and fields
// behind their type and a point.
func knownNames(files map[string]*ast.File) (names, types map[string]bool) {
	names, types = map[string]bool{}, map[string]bool{}
	add := func(parts ...string) {
		names[strings.Join(parts, ".")] = true
		names[parts[len(parts)-1]] = true
	}
	for _, file := range files {
		for _, declaration := range file.Decls {
			switch one := declaration.(type) {
			case *ast.FuncDecl:
				if one.Recv == nil {
					add(one.Name.Name)
					continue
				}
				receiver := one.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				add(receiver.(*ast.Ident).Name, one.Name.Name)
			case *ast.GenDecl:
				for _, spec := range one.Specs {
					switch spec := spec.(type) {
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							add(name.Name)
						}
					case *ast.TypeSpec:
						add(spec.Name.Name)
						types[spec.Name.Name] = true
						fields, ok := spec.Type.(*ast.StructType)
						for i := 0; ok && i < len(fields.Fields.List); i++ {
							field := fields.Fields.List[i]
							for _, name := range field.Names {
								add(spec.Name.Name, name.Name)
							}
							if name, ok := field.Type.(*ast.Ident); ok && len(field.Names) == 0 {
								add(spec.Name.Name, name.Name)
							}
						}
					}
				}
			}
		}
	}
	return names, types
}

// Comments name nothing of this package that it does not have.
func TestCommentsNameWhatThereIs(t *testing.T) {
	isSource := func(file fs.FileInfo) bool { return !strings.HasSuffix(file.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), ".", isSource, parser.ParseComments)
	must(t, err)
	files := packages["duel"].Files
	names, types := knownNames(files)
	dotted := regexp.MustCompile(`\b([A-Z]\w*)\.([A-Z]\w*)\b`)
	camel := regexp.MustCompile(`(^|[^\w.])([A-Z][a-z]+[A-Z]\w*)\b`)
	found := 0
	for file, syntax := range files {
		for _, group := range syntax.Comments {
			text := strings.Join(strings.Fields(group.Text()), " ")
			for _, match := range dotted.FindAllStringSubmatch(text, -1) {
				if types[match[1]] {
					found++
					if !names[match[0]] {
						t.Errorf("%s: a comment speaks of %s", file, match[0])
					}
				}
			}
			for _, match := range camel.FindAllStringSubmatch(text, -1) {
				found++
				if !names[match[2]] && !notNames[match[2]] {
					t.Errorf("%s: a comment speaks of %s", file, match[2])
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d names in comments", found)
	}
}
