wrong() { echo "wrong; wrong" 'wrong
  wrong'; } # wrong
list=(wrong wrong)
cat=$(kappa wrong) && wrong
case $list in
wrong | worse) lambda wrong ;;
esac
while IFS= read -r line; do A=1 mu "$line"; done <<END
wrong
END
