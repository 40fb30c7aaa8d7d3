package names

// descriptions are words of titles that say what a product is, what it is made of or can do, and not which one it is:
// shops add them and leave them out.
const descriptions = `wireless bluetooth portable compact professional series model edition version class type style
new advanced performance classic original standard essential smart digital analog electric electronic manual automatic
rechargeable waterproof foldable adjustable universal heavy duty high low full hd uhd fhd resolution quality speed
fast quick power powered energy series multi use purpose home office outdoor indoor travel kitchen garden gaming game
games board video audio music sound noise canceling cancelling over on ear in headphones headphone earbuds earphones
headset speaker speakers microphone mic cardioid dynamic vocal condenser piano keyboard key keys weighted guitar
amplifier receiver camera cameras mirrorless dslr body frame sensor lens zoom prime photo photography action webcam
camcorder tv television oled qled led lcd display screen monitor touchscreen phone smartphone mobile cell unlocked
tablet laptop notebook ultrabook desktop computer pc mac chip processor cpu core thread ram memory ssd hdd nvme sata
drive hard disk internal external solid state flash usb stick card storage nas adapter microsd microsdxc sdxc uhs
gigabit ethernet unmanaged managed switch router wifi wi fi dual band mesh network networking motherboard atx socket
graphics graphing scientific engineering calculator printer printers laser inkjet monochrome color colour duplex
supertank scanner copier mouse mice trackball optical ergonomic watch smartwatch tracker fitness running gps band
vacuum cleaner cleaning robot robotic connected stick handheld upright washer dryer dishwasher refrigerator freezer
microwave oven toaster blender mixer stand pouring shield attachment juicer kettle coffee maker machine espresso bean
beans cup ground instant jar bottle can cans tin pressure cooker slow rice fryer grill burner liquid propane gas
charcoal toothbrush brush brushes rotating shaver razor trimmer hair body anti dandruff shampoo conditioner soap
lotion cream gel toothpaste diapers nappies wipes washing capsules pods detergent tablets liquid powder laundry drill
driver impact hammer saw sander tool tools kit set combo cordless brushless lithium ion battery batteries alkaline
coin cell torque included box pieces piece blocks building bricks toy toys doll figure puzzle chocolate hazelnut
spread drink drinks soda juice snack cereal pasta sauce squeezy whole organic natural software disc download
subscription devices device year license one time purchase online code tax player shoes shirt pants jacket socks hat
cap dress cotton leather stainless steel plastic wood wooden metal glass ceramic aluminum aluminium unisex adult
adults mens womens size pack count bulk value family w with no joy con console controller system`
