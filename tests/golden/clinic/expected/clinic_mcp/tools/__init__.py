"""Which module has the function of each tool; a module is imported when one of its tools is first called."""

MODULES = {
    "list_patients": "patients",
    "register_patient": "patients",
    "get_patient": "patients",
    "update_patient": "patients",
    "list_appointments": "appointments",
    "book_appointment": "appointments",
    "get_appointment": "appointments",
    "reschedule_appointment": "appointments",
    "cancel_appointment": "appointments",
    "list_practitioners": "practitioners",
    "list_free_slots": "practitioners",
    "list_prescriptions": "prescriptions",
    "create_prescription": "prescriptions",
    "renew_prescription": "prescriptions",
    "search_records": "patients",
    "list_lab_results": "laboratory",
    "record_measurement_lab_result": "laboratory",
    "record_finding_lab_result": "laboratory",
    "record_culture_lab_result": "laboratory",
    "get_lab_result": "laboratory",
}
